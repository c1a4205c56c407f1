import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../../index.ts';
import { type Client, clientOf } from '../../testing/client.ts';
import { runCli } from '../../testing/run-cli.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';

const { write } = scratchFolder();
const AT = '2026-01-01T00:00:00.000Z';

let emulator: Emulator;
let client: Client;
beforeAll(async () => {
  emulator = await createEmulator({ clock: 'frozen', token: 'my-own' });
  client = clientOf(emulator);
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runCli(args, { TRYON_URL: emulator.url, TRYON_TOKEN: 'my-own', ...env });

/** The output of a command that succeeds. */
async function say(...args: string[]): Promise<string> {
  const { code, out, err } = await run(args);
  expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
  return out.trimEnd();
}

async function refused(...args: string[]): Promise<string> {
  const { code, out, err } = await run(args);
  expect({ args, code, out }).toEqual({ args, code: 2, out: '' });
  expect(err).not.toMatch(/\n\s+at /);
  return err;
}

describe('tryon-emulator journal', () => {
  it('lists exchanges as lines, with the rule behind a refusal, and supports the filters of the control call', async () => {
    expect(await say('journal')).toBe('no request in the journal matches');
    const { body } = await client.submitOn('makeup.apply', { idempotencyKey: 'mine' });
    await client.get('/v1/jobs/job_none');
    expect((await say('journal')).split('\n')).toEqual([
      `${AT}  201  POST     /v1/assets`,
      `${AT}  202  POST     /v1/makeup/try-ons`,
      `${AT}  404  GET      /v1/jobs/job_none  JOB_NOT_FOUND  JOB-404 (spec 4.3)  the job asked for is job_none`,
    ]);
    for (const [flag, value, count] of [
      ['--limit', '2', 2],
      ['--status', '404', 1],
      ['--method', 'POST', 2],
      ['--route', 'GET /v1/jobs/:id', 1],
      ['--path', '/v1/assets*', 1],
      ['--code', 'JOB_NOT_FOUND', 1],
      ['--idempotency-key', 'mine', 1],
      ['--body-contains', 'lipstick', 1],
      ['--mentions', body.id, 1],
      ['--key', 'pk_test_demo', 3],
    ] as const)
      expect({ flag, found: JSON.parse(await say('journal', flag, value, '--json')) }).toEqual({
        flag,
        found: Array.from({ length: count }, () => expect.objectContaining({ key: 'pk_test_…' })),
      });
  });

  it('prints colors on request, and no other terminal sequences', async () => {
    await client.get('/v1/jobs/%1b[31m?x=\u202e');
    const { out } = await run(['journal'], { FORCE_COLOR: '1' });
    expect(out).toContain('\x1b[33m404\x1b[0m  GET');
    expect(out).not.toContain('\u202e');
    expect(await say('journal')).not.toContain('\x1b');
  });

  it('shows why a request was refused', async () => {
    const { body } = await client.get('/v1/jobs/job_none');
    const { request_id: id } = body.error;
    expect(await say('journal', 'explain', id)).toBe('404  JOB-404  (spec 4.3)\n  job_id  job_none');
    expect(JSON.parse(await say('journal', 'explain', id, '--json'))).toMatchObject({ request_id: id, status: 404 });
    expect(await refused('journal', 'explain')).toContain('journal explain needs the request_id of a refusal');
    expect(await refused('journal', 'explain', 'req_none')).toContain('the journal has no refusal req_none');
  });

  it('is an HTTP Archive with --har', async () => {
    await client.get('/v1/usage');
    await client.get('/v1/credits');
    const { log } = JSON.parse(await say('journal', '--har', '--path', '/v1/usage'));
    expect(log).toMatchObject({ version: '1.2', entries: [{ request: { url: `${emulator.url}/v1/usage` } }] });
    expect(await refused('journal', '--har', '--follow')).toContain('remove one');
  });

  it('refuses a filter that cannot match', async () => {
    expect(await refused('journal', '--limit', '0')).toContain('--limit must be an integer, 1 to 1000, not 0');
    expect(await refused('journal', '--path', 'usage')).toContain('must be a path without its query');
    expect(await refused('journal', '--world', 'none')).toContain('there is no world none');
    expect(await refused('journal', 'tail')).toContain('the word after journal must be one of list, explain');
    expect(await refused('journal', '--follow', '--world', 'none')).toContain('there is no world none');
    const unanswered = await refused('journal', '--follow', '--url', 'http://127.0.0.1:1');
    expect(unanswered).toContain('no emulator answers at http://127.0.0.1:1: start one');
  });
});

describe('tryon-emulator audit', () => {
  it('shows what clients did wrong with exit code 1, and exits with 0 if there is nothing or it is ignored', async () => {
    expect(await say('audit')).toBe('no mistakes found');
    await client.get('/v1/usage?key=pk_live_0123456789abcdef');
    const { code, out, err } = await run(['audit']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toBe(
      `${AT}  key-in-url  put a key in the query string. Spec 5.2: a key is never put in a URL.  (exchange 1)\n`,
    );
    expect(JSON.parse((await run(['audit', '--json'])).out)).toMatchObject([{ rule: 'key-in-url', exchange: 1 }]);
    expect(await say('audit', '--ignore', 'poll-too-soon,key-in-url')).toBe('no mistakes found');
    expect(await refused('audit', '--ignore', 'key-in-ulr')).toContain('did you mean key-in-url?');
  });
});

describe('tryon-emulator fault', () => {
  it('adds, lists, removes and clears faults', async () => {
    const file = write('fault.yaml', 'effect: {kind: error}\nmatch: {method: GET}\n');
    const [fromFile, first] = [
      await say('fault', 'add', file),
      await say('fault', 'add', '{"times": 2, "effect": {"kind": "reset"}}', '--prepend'),
    ];
    await client.get('/v1/usage').catch(() => null);
    await client.get('/v1/usage').catch(() => null);
    expect((await client.get('/v1/usage')).status).toBe(503);
    expect((await say('fault')).split('\n')).toEqual([
      expect.stringMatching(`^${first}  matched 3, struck 2, spent  \\{"match":.*"effect":\\{"kind":"reset"\\}\\}$`),
      expect.stringMatching(`^${fromFile}  matched 3, struck 1, spent  \\{"match":\\{"route":null,"method":"GET"`),
    ]);
    expect(await say('fault', 'remove', first)).toBe(`${first} is removed`);
    expect(JSON.parse(await say('fault', 'list', '--json'))).toMatchObject([{ id: fromFile, hits: 1 }]);
    expect(await say('fault', 'clear')).toBe('no faults are left');
    expect(await say('fault')).toBe('there are no faults');
  });

  it('reports what is wrong', async () => {
    expect(await refused('fault', 'add')).toContain('fault add needs a file or JSON');
    expect(await refused('fault', 'add', '{"effect": {"kind": "eror"}}')).toContain('effect.kind');
    expect(await refused('fault', 'remove')).toContain('as in fault list');
    expect(await refused('fault', 'remove', 'fault_none')).toContain('there is no fault fault_none');
    expect(await refused('fault', 'clear', '--prepend')).toContain('--prepend works only with fault add');
  });
});

describe('tryon-emulator jobs', () => {
  it('lists jobs with their stage, and finishes a held one', async () => {
    expect(await say('jobs')).toBe('there are no such jobs');
    emulator.plans.add({ hold_at: 'processing' });
    const { body: held } = await client.submitOn('makeup.apply');
    const { body: other } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('1m');
    const [heldLine, otherLine] = [
      `${held.id}  makeup.apply  running (processing, held)  demo test  ${AT}`,
      `${other.id}  skin.analyze  succeeded  demo test  ${AT}, ended 2026-01-01T00:00:04.000Z`,
    ];
    expect(await say('jobs')).toBe(`${heldLine}\n${otherLine}`);
    expect(await say('jobs', '--status', 'running')).toBe(heldLine);
    expect(await say('jobs', '--operation', 'skin.analyze', '--environment', 'test', '--account', 'demo')).toBe(
      otherLine,
    );
    expect(JSON.parse(await say('jobs', '--limit', '1', '--json'))).toMatchObject([{ id: other.id }]);
    expect(await say('jobs', 'release', held.id)).toContain(`${held.id}  makeup.apply  `);
    expect(await say('jobs', 'step', held.id)).toContain('  succeeded  ');
  });

  it('shows one job whole', async () => {
    const plan = emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
    const { body } = await client.submitOn('makeup.apply', { idempotencyKey: 'mine' });
    const lines = (await say('jobs', 'show', body.id)).split('\n');
    expect(lines.slice(0, 7)).toEqual([
      `${body.id}  makeup.apply  queued  demo test  ${AT}`,
      expect.stringMatching(/^ {2}decided by {2}its plan: \{.*"PROCESSING_FAILED"/),
      `  plan        ${plan}`,
      '  sent with   Idempotency-Key mine',
      expect.stringMatching(/^ {2}charge {6}/),
      expect.stringMatching(/^ {2}picture {5}source {2}source, \d+ x \d+$/),
      '{',
    ]);
    expect(JSON.parse(await say('jobs', 'show', body.id, '--json'))).toMatchObject({ body: { id: body.id } });
    await client.call('POST', `/v1/jobs/${body.id}/cancel`);
    expect((await say('jobs', 'show', body.id)).split('\n').slice(1, 3)).toEqual([
      '  decided by  a cancel',
      `  plan        ${plan}`,
    ]);
  });

  it('reports what is wrong', async () => {
    expect(await refused('jobs', '--status', 'runing')).toContain('did you mean running?');
    expect(await refused('jobs', 'show')).toContain('jobs show needs the id of a job, as in jobs list');
    expect(await refused('jobs', 'step', 'job_none')).toContain('there is no job job_none in the world default');
  });
});

describe('tryon-emulator worlds', () => {
  it('creates, lists and removes worlds', async () => {
    const file = write('world.yaml', 'clock: frozen\n');
    const side = `side  frozen, ${AT}  live pk_live_side  test pk_test_side`;
    expect(await say('worlds', 'add', file, '--name', 'side')).toBe(side);
    const made = JSON.parse(await say('worlds', 'add', '--json'));
    expect((await say('worlds')).split('\n')).toEqual([
      `default  frozen, ${AT}  live pk_live_demo  test pk_test_demo`,
      side,
      expect.stringMatching(`^${made.name}  auto, .*  live pk_live_${made.name}  test pk_test_${made.name}$`),
    ]);
    for (const name of ['side', made.name])
      expect(await say('worlds', 'remove', name)).toBe(`the world ${name} is removed`);
    expect(JSON.parse(await say('worlds', 'list', '--json'))).toMatchObject([{ name: 'default' }]);
  });

  it('reports what is wrong', async () => {
    expect(await refused('worlds', 'remove')).toContain('as in worlds list');
    expect(await refused('worlds', 'remove', 'default')).toContain(
      'the default world cannot be removed; reset it instead',
    );
    expect(await refused('worlds', 'remove', 'none')).toContain('there is no world none');
    expect(await refused('worlds', 'add', '{"clokc": "auto"}')).toContain('did you mean clock?');
    expect(await refused('worlds', '--name', 'side')).toContain('--name works only with worlds add');
  });
});

describe('tryon-emulator reset', () => {
  it('resets only the named world', async () => {
    const side = await emulator.worlds.create({ name: 'side', clock: 'frozen' });
    for (const world of [emulator, side]) world.plans.add({ hold_at: 'queued' });
    expect(await say('reset', '--world', 'side')).toBe('the world side is reset');
    expect([emulator.plans.list().length, side.plans.list().length]).toEqual([1, 0]);
    expect(await say('reset', '--json')).toBe('{}');
    expect(emulator.plans.list()).toEqual([]);
    await emulator.worlds.remove('side');
    expect(await refused('reset', 'side')).toContain('unexpected argument "side"');
  });
});
