// Packs the package, installs it into an empty folder, and uses it there as a new user would, on each supported Node.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { walkJourneys } from './journeys.mjs';
import { installNodes } from './nodes.mjs';
import { npm, npmCommand } from './npm.mjs';
import { problemsOf } from './package-rules.mjs';
import { installedSize, kib, partSizes } from './package-sizes.mjs';
import { compileUses } from './package-types.mjs';
import { tryFewRunners, tryRunners } from './runners.mjs';

/** Entries that need an optional peer. Without it, Node must name the missing package. */
const PEERS = { './conformance/vitest': 'vitest', './vitest': 'vitest', './testcontainers': 'testcontainers' };

const THIS_NODE = { name: `Node ${process.version}`, node: process.execPath };

const folder = mkdtempSync(join(tmpdir(), 'tryon-kit-'));
const modules = join(folder, 'node_modules');
try {
  const { problems, tried, first, parts, installed } = await check();
  console.table(tried);
  console.table(first);
  console.table(parts);
  console.log(`installed: ${installed.packages} packages, ${kib(installed.bytes)}`);
  for (const problem of problems) console.error(`\npackage check: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function check() {
  // Before a change lands, one Node and a few runners: `npm run night` tries all.
  const isQuick = process.argv.includes('--quick');
  const nodes = isQuick ? [THIS_NODE] : installNodes();
  // It builds only what runs: what is packed afterwards is the whole again.
  const start = await npmStart();
  const { tarball, paths, size, unpackedSize } = await pack();
  const [wrong] = await Promise.all([problemsOf(tarball, paths), install(tarball)]);
  // Sequentially and without other work, because their times are printed.
  const runners = await (isQuick ? tryFewRunners : tryRunners)(tarball, join(folder, 'runners'));
  const results = [
    ...(await journeysOnAll(await nodes)),
    ...(await compileUses(folder)).map(({ name, problem }) => ({ where: name, what: 'types', problem })),
    ...(await missingPeers(await nodes)),
    { where: 'the checkout', what: 'npm start', problem: start },
  ];
  const parts = partSizes(join(modules, 'tryon-kit'), paths);
  const total = { part: 'all', files: paths.length, packed: kib(size), unpacked: kib(unpackedSize) };
  const failed = [...results, ...runners].filter(({ problem }) => problem !== null);
  return {
    problems: [...wrong, ...failed.map(({ where, what, problem }) => `${what} (${where}): ${problem}`)],
    tried: rowsByWhat(results),
    first: runners.map(({ problem, ...row }) => ({ ...row, green: problem === null })),
    parts: [...parts, total],
    installed: installedSize(modules),
  };
}

async function pack() {
  const { stdout } = await npm(['pack', '--json', '--pack-destination', folder]);
  const [{ filename, files, size, unpackedSize }] = JSON.parse(stdout);
  return { tarball: join(folder, filename), paths: files.map(({ path }) => path), size, unpackedSize };
}

async function install(tarball) {
  writeFileSync(join(folder, 'package.json'), '{"name": "stranger", "private": true, "type": "module"}');
  await npm(['install', '--no-audit', '--no-fund', tarball], { cwd: folder });
}

async function journeysOnAll(nodes) {
  const walked = nodes.map(async ({ name, node }) => {
    const journeys = await walkJourneys(placeOn(node, join(folder, name.replaceAll(/\W/g, '-'))));
    return journeys.map((journey) => ({ where: name, what: journey.name, problem: journey.problem }));
  });
  return (await Promise.all(walked)).flat();
}

/** A subfolder of the folder with the installed package. PATH contains the bins and their Node. */
function placeOn(node, cwd) {
  mkdirSync(cwd);
  const env = { ...process.env, PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter) };
  return {
    folder: cwd,
    spawn: (program, args) => spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  };
}

async function missingPeers(nodes) {
  const { exports } = JSON.parse(readFileSync(join(modules, 'tryon-kit/package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((entry) => PEERS[entry] !== undefined);
  const tried = nodes.flatMap(({ name, node }) =>
    entries.map(async (entry) => {
      const said = await failure(node, ['--input-type=module', '-e', `import 'tryon-kit${entry.slice(1)}'`]);
      const isNamed = said?.includes(`Cannot find package '${PEERS[entry]}'`);
      return { where: name, what: `${entry.slice(2)} alone`, problem: isNamed ? null : `it said: ${said}` };
    }),
  );
  return Promise.all(tried);
}

/** Returns the stderr of a command that failed, or null. */
function failure(program, args) {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder }, (error, _, stderr) => resolve(error === null ? null : stderr));
  });
}

/** It listens, and ends after Ctrl-C, which is sent to the whole group: npm and its child process. */
function npmStart() {
  const [program, ...first] = npmCommand();
  const child = spawn(program, [...first, 'start', '--', '--port', '0'], { detached: true });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
  child.stdout.on('data', () => text.includes('listening on http') && process.kill(-child.pid, 'SIGINT'));
  const limit = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 120_000);
  return new Promise((resolve) => {
    child.once('close', () => {
      clearTimeout(limit);
      resolve(text.includes('listening on http') ? null : text);
    });
  });
}

function rowsByWhat(results) {
  const wheres = [...new Set(results.map(({ where }) => where))];
  return wheres.map((where) => {
    const here = results.filter((one) => one.where === where);
    const failed = here.filter(({ problem }) => problem !== null).map(({ what }) => what);
    const done = here.map(({ what }) => what).join(', ');
    return { where, tried: done, 'what failed': failed.join(', ') || 'nothing' };
  });
}
