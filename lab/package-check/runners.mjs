// Runs the first test of a new user with each test runner of the guides, at both ends of its version range, installed
// with npm, and some with pnpm. Measures the times of the installation and of the test.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmCommand } from './npm.mjs';

const LONGEST_MS = 300_000;

const FOR_VITEST = `import { describeConformance } from 'tryon-kit/conformance/vitest';
import { expect, test } from 'tryon-kit/vitest';
import { describe } from 'vitest';

test('the client asks once', async ({ world }) => {
  await fetch(world.url + '/v1/usage', { headers: { 'X-API-Key': world.keys.test ?? '' } });
  expect(world).toHaveReceived({ route: 'GET /v1/usage', status: 200 }, { exactly: 1 });
  expect(world).toHaveCleanAudit();
});

test('sees a job that was there', async ({ emulator }) => {
  const { jobs, keys } = await emulator.worlds.create({ jobs: [{ stage: 'processing' }] });
  expect(jobs.list()).toMatchObject([{ stage: 'processing', held: true }]);
  expect(keys.test).toMatch(/^pk_test_/);
});

describe('with options of its own', () => {
  const worldOptions = { clock: { mode: 'frozen', start: '2030-01-01T00:00:00Z' } };
  if (test.override) test.override({ worldOptions });
  else test.scoped({ worldOptions });
  test('begins as they say', ({ world }) => expect(world.clock.now()).toBe('2030-01-01T00:00:00.000Z'));
});

let server;
describeConformance({
  target: async () => {
    server = await (await import('tryon-kit')).createEmulator();
    return { base_url: server.url, keys: { primary: server.keys.test } };
  },
  options: { only: ['errors/unknown-paths'] },
});
`;

const FOR_NODE = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmulator } from 'tryon-kit';

test('the client asks once', async () => {
  const emulator = await createEmulator();
  await fetch(emulator.url + '/v1/usage', { headers: { 'X-API-Key': emulator.keys.test } });
  emulator.journal.verify({ request: { route: 'GET /v1/usage', status: 200 }, exactly: 1 });
  await emulator.close();
});
`;

const FOR_JEST = `test('the client asks once', async () => {
  const { TRYON_URL: url, TRYON_TEST_KEY: key } = process.env;
  const answer = await fetch(url + '/v1/usage', { headers: { 'X-API-Key': key } });
  expect(answer.status).toBe(200);
});
`;

const FOR_PYTEST = `import os
from urllib.request import Request, urlopen


def test_the_client_asks_once():
    request = Request(os.environ["TRYON_URL"] + "/v1/usage", headers={"X-API-Key": os.environ["TRYON_TEST_KEY"]})
    assert urlopen(request).status == 200
`;

const EXEC = ['tryon-emulator', 'exec', '--audit', '--'];
const VARY = ['tryon-emulator', 'vary', '--only', 'json_spacing,json_content_type', '--'];
const vitest = (version) => ({
  name: `vitest ${version}`,
  packages: [`vitest@${version}`],
  files: { 'first.test.mjs': FOR_VITEST },
  command: ['vitest', 'run'],
});

/** Both ends of the supported range of peers, and the newest of each line in between. */
const RUNNERS = [
  vitest('3.2.0'),
  vitest('3'),
  // 4.0.0 runs no test with the vite that npm installs with it today.
  vitest('4.0'),
  vitest('4'),
  {
    name: 'jest',
    packages: ['jest'],
    files: { 'first.test.cjs': FOR_JEST },
    command: [...EXEC, 'jest', '--testMatch', '**/*.test.cjs'],
  },
  { name: 'node:test', packages: [], files: { 'first.test.mjs': FOR_NODE }, command: ['node', '--test'] },
  { name: 'pytest', packages: [], files: { 'test_first.py': FOR_PYTEST }, command: [...EXEC, 'pytest', '-q'] },
  { name: 'pytest, varied', packages: [], files: { 'test_first.py': FOR_PYTEST }, command: [...VARY, 'pytest', '-q'] },
  {
    name: 'node:test, varied',
    packages: [],
    files: { 'first.test.mjs': FOR_NODE },
    command: [...VARY, 'node', '--test'],
  },
];

/** Runners that pnpm installs differently from npm: a peer, at both ends of its range, and a package without peers. */
const WITH_PNPM = ['vitest 3.2.0', 'vitest 4', 'node:test'];

const NPM = { name: 'npm', add: [...npmCommand(), 'install', '--no-audit', '--no-fund', '--prefer-offline'] };

/** What is tried where time is short. */
const FIRST = ['vitest 4', 'node:test', 'pytest'];

/** Runs the first test with a few runners. Returns the problem of each, or null. */
export async function tryFewRunners(tarball, folder) {
  const results = [];
  for (const runner of RUNNERS.filter(({ name }) => FIRST.includes(name)))
    results.push(await tryRunner(runner, NPM, tarball, folder));
  return results;
}

/** Installs the tarball with each runner and runs its first test. Returns the problem of each, or null. */
export async function tryRunners(tarball, folder) {
  const pnpm = await installPnpm(join(folder, 'pnpm'));
  const managers = [NPM, { name: 'pnpm', add: [process.execPath, pnpm, 'add', '--prefer-offline'] }];
  const results = [];
  for (const runner of RUNNERS)
    for (const manager of managers)
      if (manager.name === 'npm' || WITH_PNPM.includes(runner.name))
        results.push(await tryRunner(runner, manager, tarball, folder));
  return results;
}

async function tryRunner({ name, packages, files, command }, manager, tarball, parent) {
  const folder = join(parent, `${name}-${manager.name}`.replaceAll(/[^\w.-]/g, '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name": "first", "private": true, "type": "module"}');
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const bin = join(folder, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, CI: 'true' };
  const began = performance.now();
  const installed = await said(manager.add.concat(tarball, packages), { cwd: folder, env });
  const between = performance.now();
  const problem = installed ?? (await said(command, { cwd: folder, env }));
  const seconds = (from, to) => Math.round((to - from) / 100) / 10;
  return {
    what: `first test: ${name}`,
    where: manager.name,
    problem,
    'install, s': seconds(began, between),
    'first green, s': seconds(between, performance.now()),
  };
}

/** Returns the output of a command that failed, or null. */
async function said([program, ...args], options) {
  return promisify(execFile)(program, args, { ...options, timeout: LONGEST_MS }).then(
    () => null,
    ({ stdout, stderr, message }) => `${message}\n${stdout}${stderr}`,
  );
}

async function installPnpm(folder) {
  const script = join(folder, 'node_modules/pnpm/bin/pnpm.cjs');
  if (existsSync(script)) return script;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const problem = await said([...npmCommand(), 'install', '--no-audit', '--no-fund', 'pnpm@9'], { cwd: folder });
  if (problem !== null) throw new Error(`pnpm could not be installed: ${problem}`);
  return script;
}
