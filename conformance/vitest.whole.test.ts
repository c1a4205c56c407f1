import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED } from '../emulator/testing/shipped-package.ts';
import { startEmulator, type TestServer } from './run/self-test.ts';
import { describeConformance } from './vitest.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startEmulator();
});
afterAll(() => server.close());

// Each rule is a test in this file, in which the emulator is graded.
describeConformance({
  target: () => ({ base_url: server.base_url, drivers: { url: server.driver_url } }),
  options: { only: ['idempotency/replay'] },
  name: 'the emulator, as an implementer would test it',
});

/** Next to the bundle, so that its packages are found. */
const FOLDER = fileURLToPath(SHIPPED);

const ON_ITS_OWN = `
      import { createServer } from 'node:http';
      import { writeFileSync } from 'node:fs';
      import { afterAll, beforeAll } from 'vitest';
      import { describeConformance } from '../conformance-vitest.js';`;

/** Test files of an implementer, by name. */
const FILES = {
  'answers-500': `${ON_ITS_OWN}
      const server = createServer((request, response) => response.writeHead(500).end('{}'));
      beforeAll(() => new Promise((done) => server.listen(0, '127.0.0.1', done)));
      afterAll(() => server.close());
      const target = () => ({ base_url: 'http://127.0.0.1:' + server.address().port, keys: { primary: 'pk_test_x' } });
      describeConformance({ target, options: { only: ['idempotency/replay'] } });`,
  'is-not-there': `${ON_ITS_OWN}
      const target = { base_url: 'http://127.0.0.1:1', keys: { primary: 'pk_test_x' } };
      describeConformance({ target, options: { only: ['idempotency/replay'] } });`,
  'answers-418': `${ON_ITS_OWN}
      const own = new URL('./own.yaml', import.meta.url).pathname;
      writeFileSync(own, 'scenario: own\\ncovers: [USAGE-200]\\nsteps: [{call: GET /v1/usage, expect: {USAGE-200: {status: 200}}}]\\n');
      const server = createServer((request, response) => response.writeHead(418).end('{}'));
      beforeAll(() => new Promise((done) => server.listen(0, '127.0.0.1', done)));
      afterAll(() => server.close());
      const target = () => ({ base_url: 'http://127.0.0.1:' + server.address().port, keys: { primary: 'pk_test_x' } });
      describeConformance({ target, options: { only: ['own'], scenarios: [own] } });`,
};

describe('describeConformance', () => {
  let found: Record<string, Record<string, Outcome>> = {};
  beforeAll(async () => {
    found = await testsOf(FILES);
  });
  const testsIn = (file: keyof typeof FILES) => found[file] ?? {};

  it('refuses an unknown value, and states where it belongs', () => {
    const asCertify = { target: { base_url: server.base_url }, only: ['idempotency/replay'] };
    expect(() => describeConformance(asCertify)).toThrow(
      'has no field only; the options of certify belong under options',
    );
  });

  it('has a test for each rule: failed with its card, skipped with its reason, or passed', () => {
    const tests = testsIn('answers-500');
    expect(tests['ERROR-SHAPE']).toBeUndefined();
    expect(tests['IDEM-REPLAY-200']).toMatchObject({ status: 'skipped' });
    expect(Object.values(tests).filter(({ status }) => status === 'passed' || status === 'failed').length).toBeLessThan(
      3,
    );
  });

  it('fails if nothing could be tested', () => {
    const tests = testsIn('is-not-there');
    const whole = tests['the'];
    expect(whole?.status).toBe('failed');
    expect(whole?.message).toContain('nothing could be tested: unreachable: the target did not answer');
    expect(whole?.message).not.toMatch(/^\s+at /m);
    expect(tests['IDEM-REPLAY-200']?.status).toBe('skipped');
  });

  it('fails a test with the card of its failure', () => {
    const tests = testsIn('answers-418');
    expect(tests['USAGE-200']?.status).toBe('failed');
    expect(tests['USAGE-200']?.message).toMatch(/expected +200\n.*seen +418[\s\S]*GET \/v1\/usage/);
    expect(tests['the']?.status).toBe('passed');
  });
});

type Outcome = { status: string; message: string };

/** Runs test files in a separate vitest. Returns their tests by the first word of their names. */
async function testsOf(sources: Record<string, string>): Promise<Record<string, Record<string, Outcome>>> {
  const folder = mkdtempSync(join(FOLDER, 'nested-'));
  try {
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, `${name}.test.mjs`), source);
    // Without its own configuration, vitest would use one from a parent folder.
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
    const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
    const args = ['run', '--root', folder, '--no-isolate', '--maxWorkers', '1', '--reporter', 'json'];
    const out = join(folder, 'out.json');
    await new Promise((done) =>
      execFile(process.execPath, [vitest, ...args, '--outputFile', out], { timeout: 60_000 }, done),
    );
    const { testResults } = JSON.parse(readFileSync(out, 'utf8'));
    return Object.fromEntries(testResults.map(fileOf));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type FileResult = { name: string; assertionResults: Result[] };
type Result = { title: string; status: string; failureMessages: string[] };

function fileOf({ name, assertionResults }: FileResult): [string, Record<string, Outcome>] {
  return [basename(name, '.test.mjs'), Object.fromEntries(assertionResults.map(outcomeOf))];
}

function outcomeOf({ title, status, failureMessages }: Result): [string, Outcome] {
  return [title.split(' ')[0] ?? '', { status, message: failureMessages.join('\n') }];
}
