import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { beforeAll, describe, it, vi } from 'vitest';
import { AUDIT_FOLDER, makeAuditFolder, readAuditFolder } from '../adapters/run-folder.ts';
import { type NestedOutcome, runNestedVitest } from '../testing/nested-vitest.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import { expect, test } from './index.ts';

const usage = (url: string, key: string | null) => fetch(`${url}/v1/usage`, { headers: { 'X-API-Key': key ?? '' } });

describe('a test with a world', () => {
  const namesSeen = new Set<string>();

  describe.concurrent('with other tests at the same time', () => {
    test.for([1, 2, 3])('does not see their worlds (%i)', async (times, { world, emulator, expect }) => {
      for (let call = 0; call < times; call += 1) await usage(world.url, world.keys.test);
      await world.clock.advance(`${times}h`);
      expect(world).toHaveReceived({ route: 'GET /v1/usage' }, { exactly: times });
      expect(world.clock.now()).toBe(`2026-01-01T0${times}:00:00.000Z`);
      expect(emulator.worlds.get(world.name)?.keys).toEqual(world.keys);
      namesSeen.add(world.name);
    });
  });

  test('leaves nothing behind', async ({ emulator }) => {
    expect(namesSeen.size).toBe(3);
    expect(emulator.worlds.list().map(({ name }) => name)).toEqual(['default']);
  });

  describe('with hooks', () => {
    test.beforeEach(({ world }) => {
      world.reset();
      world.clock.change({ mode: 'frozen' });
    });

    test('has its world in the hooks too', ({ world }) => expect(world.clock.read().mode).toBe('frozen'));
  });

  test('reads the keys of its world again', ({ world }) => {
    expect(world.keys.test).toBe(`pk_test_${world.name}`);
    world.tenants.remove(world.name);
    expect(world.keys).toEqual({ live: null, test: null });
  });

  describe('with its own options', () => {
    test.override({
      worldOptions: { clock: { start: '2030-05-01T00:00:00Z' }, accounts: [{ name: 'empty', keys: [] }] },
    });

    test('begins with its configured world', ({ world }) => {
      expect(world.clock.now()).toBe('2030-05-01T00:00:00.000Z');
      expect(world.keys).toEqual({ live: null, test: null });
    });
  });
});

describe('in its own project', () => {
  const { path } = scratchFolder();
  let outcomes: Record<string, NestedOutcome> = {};
  let heard: unknown[] = [];
  const messageOf = (title: string) => outcomes[title]?.message.replace(/http:\S+/, 'URL');

  beforeAll(async () => {
    const imports = `
      import { expect, test } from '../vitest.js';
      const call = ({ url, keys }, path, key = keys.test) => fetch(url + path, { headers: { 'X-API-Key': key } });`;
    const settings = {
      // One worker for all files, as in a project without isolation.
      isolate: false,
      maxWorkers: 1,
      provide: { worldOptions: { clock: { mode: 'frozen', start: '2031-01-01T00:00:00Z' } } },
    };
    // As `exec --audit` does for the command that it runs.
    const { folder, remove } = makeAuditFolder();
    vi.stubEnv(AUDIT_FOLDER, folder);
    vi.stubEnv('TRYON_RECORD', 'failures');
    vi.stubEnv('TRYON_RECORD_DIR', path('sessions'));
    outcomes = await runNestedVitest(
      {
        'first.test.mjs': `${imports}
          test('here', ({ emulator }) => { throw emulator.url; });
          test('configured', ({ world }) => expect(world.clock.now()).toBe('2031-01-01T00:00:00.000Z'));
          test('fails', async ({ world }) => {
            await call(world, '/v1/usage');
            for (const id of [1, 2, 3, 4, 5, 6, 7]) await call(world, '/v1/jobs/job_' + id);
            expect(1).toBe(2);
          });
          test('fails astray', async ({ world }) => {
            await call(world, '/v1/usage', 'pk_test_of_another');
            expect(1).toBe(2);
          });
          test('fails before anything', ({ world }) => { throw new TypeError('early'); });
          test('leaves a call', ({ world }) => { world.jobs.release('job_none'); });
          test('leaves a call, but failed before', ({ world }) => {
            world.jobs.release('job_none');
            expect(1).toBe(2);
          });
          test('handles its calls', async ({ world }) => {
            await expect(world.jobs.release('job_none')).rejects.toThrow('there is no job');
            world.clock.advance('1m');
          });
          test('fails without a world', () => expect(1).toBe(2));`,
        'second.test.mjs': `${imports}
          test('there', ({ emulator }) => { throw emulator.url; });
          const leave = async (world) => {
            await call(world, '/v1/usage', 'pk_test_gone');
            await call(world, '/v1/usage?key=pk_live_x');
          };
          test('not audited', ({ world }) => leave(world));
          const audited = test.extend('auditClient', true);
          audited('audited', ({ world }) => leave(world));
          audited('audited and clean', ({ world }) => call(world, '/v1/usage'));
          audited('audited with a plan left', async ({ world }) => {
            await call(world, '/v1/usage');
            world.plans.add({});
          });
          audited('audited, but failed before', async ({ world }) => { await leave(world); expect(1).toBe(2); });
          test.extend('auditClient', { ignore: ['key-in-url'] })('audited in part', ({ world }) => leave(world));
          test.extend('worldOptions', { sed: 'x' })('badly configured', ({ world }) => {});`,
      },
      settings,
    );
    vi.unstubAllEnvs();
    heard = readAuditFolder(folder);
    remove();
  }, 60_000);

  it('reports the mistakes of its clients to the audit of the run, although their worlds are gone', () => {
    const finding = { rule: 'key-in-url', did: 'put a key in the query string' };
    const event = {
      kind: 'finding',
      world: expect.stringMatching(/^world-\d+$/),
      finding: expect.objectContaining(finding),
    };
    expect(heard).toContainEqual({ kind: 'request' });
    expect(heard).toContainEqual(event);
  });

  it('uses one emulator for all files of a worker', () => {
    expect(outcomes['here']?.message).toMatch(/http:\/\/127.0.0.1:\d+/);
    expect(outcomes['there']?.message).toBe(outcomes['here']?.message);
  });

  it('reads options from the configuration of the project', () => {
    expect(outcomes['configured']?.status).toBe('passed');
  });

  it('reports a mistake in the options', () => {
    expect(outcomes['badly configured']?.status).toBe('failed');
    expect(messageOf('badly configured')).toContain(
      'The world is not valid:\n  sed: is not a known field; did you mean seed?',
    );
  });

  it('shows the last exchanges of a failed test, and why they were refused', () => {
    const message = messageOf('fails');
    expect(message).toMatch(
      /^AssertionError: expected 1 to be 2.*\n\nExchanges in world-\d+, the world of this test \(the last 6 of 8\):\n/,
    );
    expect(message).toContain(
      '  GET /v1/jobs/job_7 -> 404 JOB_NOT_FOUND\n    JOB-404 (spec 4.3): the job asked for is job_7\n',
    );
    expect(message).not.toContain('job_1 ');
  });

  it('writes the session of a failed test to a file that can be replayed', async () => {
    const file = path('sessions/first-test-mjs-fails.session');
    expect(messageOf('fails')).toContain(`replay ${relative(process.cwd(), file)}`);
    expect(readdirSync(path('sessions')).filter((name) => name.includes('configured'))).toEqual([]);
    const { code, out } = await runCli(['replay', file]);
    expect([code, out]).toEqual([0, '8 exchanges and 0 deliveries are the same\n']);
  });

  it('fails a test with a failed call that was not awaited, and names the call once', () => {
    const message = /world\.jobs\.release\(\) was not awaited, and failed: there is no job job_none/g;
    expect(outcomes['leaves a call']?.status).toBe('failed');
    expect(messageOf('leaves a call')?.match(message)).toHaveLength(1);
    expect(messageOf('leaves a call, but failed before')).toMatch(/^AssertionError: expected 1 to be 2/);
    expect(messageOf('leaves a call, but failed before')?.match(message)).toHaveLength(1);
    expect(outcomes['handles its calls']?.status).toBe('passed');
  });

  it('shows the address of the world, and that requests used keys of no world', () => {
    expect(messageOf('fails before anything')).toMatch(
      /^TypeError: early\n\nNo request reached (world-\d+), the world of this test: it is found at URL with pk_test_\1\.\n/,
    );
    expect(messageOf('fails before anything')).not.toContain('no world has');
    expect(messageOf('fails astray')).toContain('\nRequests with a key that no world has, meanwhile: 1.\n');
    expect(messageOf('fails without a world')).not.toContain('world');
  });

  it('audits the client if configured, once and with the messages of the audit', () => {
    expect(outcomes['not audited']?.status).toBe('passed');
    expect(outcomes['audited in part']?.status).toBe('passed');
    expect(outcomes['audited and clean']?.status).toBe('passed');
    expect(messageOf('audited with a plan left')).toMatch(/^Error: 1 plan not used:/);
    expect(messageOf('audited')?.match(/key-in-url: put a key in the query string/g)).toHaveLength(1);
    expect(messageOf('audited')).toMatch(/^Error: the client made 1 mistake:\n/);
    expect(messageOf('audited, but failed before')).toMatch(
      /^AssertionError[\s\S]*Mistakes of the client:\n {2}key-in-url/,
    );
  });
});
