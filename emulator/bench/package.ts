import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './children.ts';
import { median } from './median.ts';
import { timeToFirst200 } from './start-up.ts';
import { megabytes, share, tableText, whole } from './table.ts';

/** What somebody waits for, and what somebody downloads, who installs the package; beside what else there is. */
type Server = { name: string; command: Command | null; packages: readonly string[]; dependencies: readonly string[] };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REFERENCES = fileURLToPath(new URL('references', import.meta.url));
const USAGE_STUB = { request: { method: 'GET', url: '/v1/usage' }, response: { status: 200, jsonBody: {} } };

export async function packageReport(runs: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  installReferences();
  installPacked(folder);
  const servers = serversIn(folder);
  const starts = await inTurn(runs, servers, ({ command }) => command && timeToFirst200(command));
  const bare = starts[0] ?? 0;
  const lines = servers.map((server, index) => [server.name, ...startCells(starts[index], bare), ...sizeCells(server)]);
  const header = ['', 'ms to first 200', 'of bare', 'MB packed', 'MB unpacked', 'MB installed', 'packages'];
  return `${tableText(header, lines)}\n\n${await commandReport(runs, folder)}`;
}

function installReferences(): void {
  if (existsSync(join(REFERENCES, 'node_modules/wiremock'))) return;
  console.error('  installing what it is measured beside…');
  npm(['ci', '--no-audit', '--no-fund'], REFERENCES);
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

function serversIn(folder: string): Server[] {
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
      command: wireMock(folder, theirs),
      packages: [join(theirs, 'wiremock')],
      dependencies: [join(theirs, 'npm-java-runner')],
    },
  ];
}

/** The jar itself, without the Node process that its package puts before it; null where there is no Java. */
function wireMock(folder: string, modules: string): Command | null {
  if (spawnSync('java', ['-version']).status !== 0) return null;
  const build = join(modules, 'wiremock/build');
  const jar = readdirSync(build).find((name) => name.endsWith('.jar'));
  if (jar === undefined) throw new Error(`there is no jar in ${build}`);
  const stubs = join(folder, 'wiremock');
  mkdirSync(join(stubs, 'mappings'), { recursive: true });
  writeFileSync(join(stubs, 'mappings/usage.json'), JSON.stringify(USAGE_STUB));
  const args = ['--port', '0', '--bind-address', '127.0.0.1', '--root-dir', stubs];
  return { program: 'java', nodeArgs: ['-jar'], file: join(build, jar), args };
}

function startCells(milliseconds: number | null | undefined, bare: number): string[] {
  return milliseconds == null ? ['no Java here', ''] : [whole(milliseconds), share(milliseconds / bare)];
}

function sizeCells({ packages, dependencies }: Server): string[] {
  if (packages.length === 0) return ['', '', '', ''];
  const sizes = packages.map((folder) => packed(folder, ['--dry-run', '--ignore-scripts']));
  const sum = (part: 'size' | 'unpackedSize') => sizes.reduce((total, one) => total + one[part], 0);
  const installed = [...packages, ...dependencies];
  const bytes = installed.reduce((total, folder) => total + bytesIn(folder), 0);
  return [megabytes(sum('size')), megabytes(sum('unpackedSize')), megabytes(bytes), String(installed.length)];
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
async function commandReport(runs: number, folder: string): Promise<string> {
  const dist = join(folder, 'node_modules/tryon-kit/dist');
  const commands = [
    { name: 'node -e 0', args: ['-e', '0'] },
    { name: 'tryon-emulator --version', args: [join(dist, 'cli.js'), '--version'] },
    { name: 'tryon-conformance --version', args: [join(dist, 'conformance-cli.js'), '--version'] },
  ];
  const times = await inTurn(runs, commands, ({ args }) => timeToExit(args));
  const least = times[0] ?? 0;
  const lines = commands.map(({ name }, index) => [name, whole(times[index] ?? 0), share((times[index] ?? 0) / least)]);
  return tableText(['', 'ms to exit', 'of node -e 0'], lines);
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
