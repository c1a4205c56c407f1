// Builds the image of this checkout. `npm run image` tags it as tryon-kit/emulator, with this version and as latest.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const BASE_IMAGE = process.env.TRYON_BASE_IMAGE ?? 'node:24-bookworm-slim';
export const VERSION = version;

/** Additional flags for `docker build`, such as `--network host` if this machine needs it. */
export const BUILD_FLAGS = process.env.TRYON_BUILD_FLAGS?.split(/\s+/).filter(Boolean) ?? [];

export function buildImage(...names) {
  const { stdout, status } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  const values = { NODE_IMAGE: BASE_IMAGE, VERSION: version, REVISION: status === 0 ? stdout.trim() : 'unknown' };
  const args = [
    ...['build', '--file', 'docker/Dockerfile'],
    ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...names.flatMap((name) => ['--tag', name]),
    ...BUILD_FLAGS,
    '.',
  ];
  execFileSync('docker', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  const names = [`tryon-kit/emulator:${version}`, 'tryon-kit/emulator:latest'];
  buildImage(...names);
  console.log(`built ${names.join(' and ')}`);
}
