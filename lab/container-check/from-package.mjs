// Builds the image without a checkout, with the command in docker/README.md, in a folder where the package is
// installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_IMAGE, BUILD_FLAGS, VERSION } from '../../.config/image.mjs';
import { npm } from '../package-check/npm.mjs';
import { addressOf, ask, docker, HARDENED, until, withContainer, withFolder } from './engine.mjs';

const IMAGE = 'tryon-kit-package:check';
const COMMAND = /(?<=^\$ )docker build --file node_modules\/.*/m;

export async function checkFromPackage() {
  try {
    await withFolder(async (folder) => {
      await installPacked(folder);
      build(folder);
    });
    assert.equal(docker('run', '--rm', ...HARDENED, IMAGE, '--version'), VERSION);
    assert.equal(docker('run', '--rm', ...HARDENED, IMAGE, 'tryon-conformance', '--version'), VERSION);
    const script = "import { createEmulator } from 'tryon-kit'; console.log(typeof createEmulator)";
    assert.equal(
      docker('run', '--rm', ...HARDENED, IMAGE, 'node', '--input-type=module', '--eval', script),
      'function',
    );
    await withContainer([...HARDENED, '--publish', '127.0.0.1::4010', IMAGE], (id) =>
      until('an emulator that answers', async () => {
        const headers = { 'X-API-Key': 'pk_test_demo' };
        const answer = await fetch(`${addressOf(id)}/v1/usage`, { headers }).catch(() => null);
        return answer?.status === 200;
      }),
    );
  } finally {
    ask('image', 'rm', '--force', IMAGE);
  }
}

/** Packs the build, and installs the package as a user does. */
async function installPacked(folder) {
  const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(stdout);
  writeFileSync(join(folder, 'package.json'), '{"name": "project", "private": true}');
  await npm(['install', '--no-audit', '--no-fund', join(folder, filename)], { cwd: folder });
}

/**
 * Runs the command of the page. The check changes only the tag, and adds the flags that this machine needs to build.
 */
function build(folder) {
  const [command] = readFileSync('docker/README.md', 'utf8').match(COMMAND) ?? [];
  assert.ok(command, 'docker/README.md has no command that builds the image from the package');
  const [program, verb, ...args] = command.replace('tryon-kit/emulator', IMAGE).split(' ');
  const flags = ['--build-arg', `NODE_IMAGE=${BASE_IMAGE}`, ...BUILD_FLAGS];
  const { status, stdout, stderr } = spawnSync(program, [verb, ...flags, ...args], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, `${command} ended with ${status}:\n${stdout}${stderr}`);
}
