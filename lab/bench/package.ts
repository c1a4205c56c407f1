import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../../shared/median.ts';
import type { Command } from './children.ts';
import { type Figure, figure } from './figure.ts';
import { installReferences, peerCommand, REFERENCES, USAGE } from './peers.ts';
import { timeToFirst200 } from './start-up.ts';
import { megabytes, whole } from './table.ts';

/** What somebody waits for, and what somebody downloads, who installs the package; beside what else there is. */
type Server = { name: string; command: Command | null; packages: readonly string[]; dependencies: readonly string[] };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Its starts and its size, beside those of others; and commands that only say something, beside Node doing nothing. */
export async function packageFigures(runs: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const problem = installReferences();
  if (problem !== null) throw new Error(problem);
  installPacked(folder);
  const servers = await serversIn(folder);
  const starts = await inTurn(runs, servers, ({ command }) => command && timeToFirst200(command));
  const bare = starts[0] ?? 0;
  const own = servers.flatMap((server, index) => [
    ...startFigure(server.name, starts[index], bare),
    ...sizeFigures(server),
  ]);
  return [...own, ...(await commandFigures(runs, folder))];
}

function installPacked(folder: string): void {
  const { filename } = packed(ROOT, ['--ignore-scripts', '--pack-destination', folder]);
  writeFileSync(join(folder, 'package.json'), '{"name": "stranger", "private": true, "type": "module"}');
  npm(['install', '--no-audit', '--no-fund', join(folder, filename)], folder);
  writeFileSync(
    join(folder, 'embed.js'),
    "import { createEmulator } from 'tryon-kit';\nconsole.log((await createEmulator()).url);\n",
  );
}

async function serversIn(folder: string): Promise<Server[]> {
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'tryon-kit');
  const theirs = join(REFERENCES, 'node_modules');
  // Beside its packages, where it finds them.
  const hono = join(theirs, 'hello-hono.mjs');
  copyFileSync(new URL('servers/hello-hono.mjs', import.meta.url), hono);
  const others = packagesIn(modules).filter((path) => path !== own);
  const nothing = { packages: [], dependencies: [] };
  return [
    { name: 'bare node:http', command: { file: 'servers/hello.mjs' }, ...nothing },
    {
      name: 'Hono',
      command: { file: hono },
      packages: [join(theirs, 'hono'), join(theirs, '@hono/node-server')],
      dependencies: [],
    },
    { name: "import 'tryon-kit'", command: { file: join(folder, 'embed.js') }, ...nothing },
    {
      name: 'tryon-emulator start',
      command: { file: join(own, 'dist/cli.js'), args: ['start', '--port', '0'] },
      packages: [own],
      dependencies: others,
    },
    {
      name: 'WireMock',
      command: await peerCommand('WireMock', USAGE),
      packages: [join(theirs, 'wiremock')],
      dependencies: [join(theirs, 'npm-java-runner')],
    },
  ];
}

function startFigure(name: string, took: number | null | undefined, bare: number): Figure[] {
  const beside = { 'to first 200': `${whole(took ?? 0)} ms` };
  return took == null
    ? []
    : [figure(`${name}: start, times as long as bare`, [took / bare, 'of'], { better: 'less' }, beside)];
}

function sizeFigures({ name, packages, dependencies }: Server): Figure[] {
  if (packages.length === 0) return [];
  const sizes = packages.map((folder) => packed(folder, ['--dry-run', '--ignore-scripts']));
  const sum = (part: 'size' | 'unpackedSize') => megabytes(sizes.reduce((total, one) => total + one[part], 0));
  const installed = [...packages, ...dependencies];
  const bytes = installed.reduce((total, folder) => total + bytesIn(folder), 0);
  const beside = {
    packed: `${sum('size')} MB`,
    unpacked: `${sum('unpackedSize')} MB`,
    packages: String(installed.length),
  };
  return [figure(`${name}: installed`, [bytes / 2 ** 20, 'MB'], { better: 'less' }, beside)];
}

/** The folders of all that npm has installed there. */
function packagesIn(modules: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  return Object.keys(packages).map((path) => join(modules, '..', path));
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Commands that only say something, from spawn to exit, beside Node doing nothing. */
async function commandFigures(runs: number, folder: string): Promise<Figure[]> {
  const dist = join(folder, 'node_modules/tryon-kit/dist');
  const commands = [
    { name: 'node -e 0', args: ['-e', '0'] },
    { name: 'tryon-emulator --version', args: [join(dist, 'cli.js'), '--version'] },
    { name: 'tryon-conformance --version', args: [join(dist, 'conformance-cli.js'), '--version'] },
  ];
  const times = await inTurn(runs, commands, ({ args }) => timeToExit(args));
  const least = times[0] ?? 0;
  return commands.slice(1).map(({ name }, index) => {
    const took = times[index + 1] ?? 0;
    const beside = { 'to its end': `${whole(took)} ms` };
    return figure(`${name}: times as long as node -e 0`, [took / least, 'of'], { better: 'less' }, beside);
  });
}

async function timeToExit(args: readonly string[]): Promise<number> {
  const begin = performance.now();
  const [code] = await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`);
  return performance.now() - begin;
}

/** Each in turn, round by round, and once before to warm the disk; medians, and null for what cannot be timed. */
async function inTurn<Item>(
  runs: number,
  items: readonly Item[],
  time: (item: Item) => Promise<number> | null,
): Promise<(number | null)[]> {
  const times: number[][] = items.map(() => []);
  for (let run = 0; run <= runs; run += 1)
    for (const [index, item] of items.entries()) {
      const took = await time(item);
      if (took !== null && run > 0) times[index]?.push(took);
    }
  return times.map((all) => (all.length === 0 ? null : median(all)));
}

function packed(folder: string, args: readonly string[]): { filename: string; size: number; unpackedSize: number } {
  const [made] = JSON.parse(npm(['pack', folder, '--json', ...args], ROOT));
  return made;
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args, '--loglevel=error'], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
}
