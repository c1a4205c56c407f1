import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { CONTROL_ROUTES } from './routes.ts';

/** Invalid inputs for each call that takes a body, with the path that its refusal names. */
const BAD_BODIES: Record<string, [body: unknown, path: string][]> = {
  'PATCH /accounts/demo': [
    [{ features: 3 }, 'features'],
    [{ features: { lists: 'no' } }, 'features.lists'],
    [{ features: { list: false } }, 'features.list'],
    [{ features: { live: { lists: 3 } } }, 'features.live.lists'],
    [{ unit_costs: { 'hair.try_on': -1 } }, 'unit_costs.hair.try_on'],
    [{ daily_quota: -1 }, 'daily_quota'],
    [{ disbled: true }, 'disbled'],
  ],
  'POST /accounts/demo/keys': [
    [{ name: 'a b' }, 'name'],
    [{ secret: 'pk_live_demo' }, 'secret'],
    [{ environment: 'live', secret: 'pk_test_k' }, 'secret'],
    [{ expired: true, expires_in: '1h' }, 'expires_in'],
  ],
  'PATCH /accounts/demo/keys/live': [
    [{ revoked: 'yes' }, 'revoked'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ expires_in: '1h', expires_at: null }, 'expires_in'],
    [{ scopes: ['nails.apply'] }, 'scopes[0]'],
    [{ secret: 'pk_live_x' }, 'secret'],
  ],
  'POST /worlds': [
    [{ name: 'a b' }, 'name'],
    [{ stages: { queued: 'soon' } }, 'stages.queued'],
    [{ clock: { mode: 'sundial' } }, 'clock.mode'],
    [{ readings: { upload_stauts: 200 } }, 'readings.upload_stauts'],
    [{ accounts: [{ name: 'a', keys: [{ secret: 'sk_1' }] }] }, 'accounts[0].keys[0].secret'],
    [{ accounts: [{ name: 'a' }, { name: 'a' }] }, 'accounts[1].name'],
    [{ accounts: [{ name: 'a', keys: [{ secret: 'pk_live_demo' }] }] }, 'accounts'],
  ],
  'PATCH /clock': [
    [{ mode: 'sundial' }, 'mode'],
    [{ rate: 0 }, 'rate'],
    [{ rate: 'fast' }, 'rate'],
    [{ mdoe: 'auto' }, 'mdoe'],
    [[], 'body'],
  ],
  'POST /clock/advance': [
    [{ by: 'soon' }, 'by'],
    [{ by: -1 }, 'by'],
    [{ by: ['8m'] }, 'by'],
    [{ to: 'tomorrow' }, 'to'],
    [{ to: '2025-01-01T00:00:00Z' }, 'to'],
    [{ until: 'night' }, 'until'],
    [{ by: '1s', extra: 1 }, 'extra'],
    [{}, 'by'],
    [null, 'body'],
  ],
  'POST /plans': [
    [{ match: { operation: 'nails.apply' } }, 'match.operation'],
    [{ match: { key: 'pk_live_nobody' } }, 'match.key'],
    [{ outcome: { status: 'failed', code: 'NO_LUCK' } }, 'outcome.code'],
    [{ outcome: { status: 'exploded' } }, 'outcome.status'],
    [{ stages: { queued: -1 } }, 'stages.queued'],
    [{ nth: 0 }, 'nth'],
    [{ every: 0 }, 'every'],
    [{ times: 0 }, 'times'],
    [{ between: ['2026-01-01T00:00:00Z', 'later'] }, 'between[1]'],
    [{ hold_at: 'succeeded' }, 'hold_at'],
    [{ match: { input_digest: 'abc' } }, 'match.input_digest'],
  ],
  'POST /deviations': [
    [{}, 'on'],
    [{ on: [] }, 'on'],
    [{ on: 'upload-answers-202' }, 'on'],
    [{ on: ['upload-answers-202', 'upload-answer-202'] }, 'on[1]'],
  ],
  'POST /faults': [
    [{}, 'effect'],
    [{ effect: { kind: 'gremlin' } }, 'effect.kind'],
    [{ effect: { kind: 'error', error: 'teapot' } }, 'effect.error'],
    [{ effect: { kind: 'delay', by: '2m' } }, 'effect.by'],
    [{ effect: { kind: 'error', retry_after: -1 } }, 'effect.retry_after'],
    [{ effect: { kind: 'dribble', bytes: 0 } }, 'effect.bytes'],
    [{ effect: { kind: 'reset' }, match: { key: 'pk_live_nobody' } }, 'match.key'],
    [{ effect: { kind: 'reset' }, match: { route: 'GET /v1/job' } }, 'match.route'],
    [{ effect: { kind: 'reset' }, tmies: 1 }, 'tmies'],
  ],
  'PATCH /readings': [
    [{ upload_status: 404 }, 'upload_status'],
    [{ upload_stauts: 200 }, 'upload_stauts'],
    [{ codes: { not_found: 'lower case' } }, 'codes.not_found'],
    [{ stages: { queued: 'soon' } }, 'stages.queued'],
  ],
  'PATCH /switches': [
    [{ key_store_unreadable: 'yes' }, 'key_store_unreadable'],
    [{ admission_per_minute: -1 }, 'admission_per_minute'],
    [{ ledger: true }, 'ledger'],
  ],
  'POST /accounts': [
    [{ id: '' }, 'id'],
    [{ credits: 1.5 }, 'credits'],
    [{ unit_costs: { 'hair.try_on': -1 } }, 'unit_costs.hair.try_on'],
    [{ keys: { main: { scopes: ['nails.apply'] } } }, 'keys.main.scopes[0]'],
    [{ keys: { main: { allowlist: ['10.0.0.0/99'] } } }, 'keys.main.allowlist[0]'],
    [{ keys: { main: { secret: 'pk_live_demo' } } }, 'keys.main.secret'],
    [{ features: { lists: 'off' } }, 'features.lists'],
  ],
  'POST /accounts/demo/credits': [
    [{ adjust: '5' }, 'adjust'],
    [{ test_funded: -1 }, 'test_funded'],
    [{ granted: 5 }, 'granted'],
  ],
  'POST /journal/verify': [
    [{}, 'request'],
    [{ request: { staus: 200 } }, 'request.staus'],
    [{ request: { status: 'abc' } }, 'request.status'],
    [{ request: {}, exactly: -1 }, 'exactly'],
  ],
  'POST /journal/wait': [
    [{ request: { status: 2.5 }, timeout: 0 }, 'request.status'],
    [{ request: {}, timeout: 'soon' }, 'timeout'],
    [{ request: {}, timeout: '6m' }, 'timeout'],
    [{ job: 'job_1', status: 'done' }, 'status'],
    [{ job: 'job_1' }, 'status'],
  ],
};
const ROWS = Object.entries(BAD_BODIES).flatMap(([name, rows]) => rows.map(([body, path]) => ({ name, body, path })));

async function refusalOf(name: string, body: string) {
  const { emulator, client } = await emulatorFor();
  const [method = '', path = ''] = name.split(' ');
  const call = { key: null, ...(method !== 'GET' && { body }) };
  const { status, body: answer } = await client.call(method, `/_emulator/v1${path}`, call);
  return { status, problems: answer?.error?.problems, message: answer?.error?.message, emulator };
}

describe('a control call with invalid input', () => {
  it.each(ROWS)('$name $body is refused with 400 and names $path', async ({ name, body, path }) => {
    const { status, problems, message } = await refusalOf(name, JSON.stringify(body));
    expect({ status, paths: problems.map((problem: { path: string }) => problem.path) }).toEqual({
      status: 400,
      paths: [path],
    });
    expect(message).toContain(path);
  });

  it('has at least three rows here for each call that takes a body', () => {
    const rows = Object.fromEntries(
      Object.entries(BAD_BODIES).map(([name, list]) => [
        name.replace('demo', ':id').replace('/live', '/:key'),
        list.length >= 3,
      ]),
    );
    // Calls about webhooks are covered in webhooks/control-routes.test.ts.
    const taking = CONTROL_ROUTES.filter(
      ({ body, path }) => body !== null && !/^\/(?:endpoints|receivers)/.test(path),
    ).map(({ method, path }) => [`${method} ${path}`, true]);
    expect(rows).toEqual(Object.fromEntries(taking));
  });

  it.each(Object.keys(BAD_BODIES))('%s refuses invalid JSON', async (name) => {
    const { status, problems } = await refusalOf(name, '{"a":');
    expect({ status, problems }).toEqual({ status: 400, problems: [{ path: 'body', problem: 'is not JSON' }] });
  });

  it.each([
    ['GET /journal?staus=200', 'staus'],
    ['GET /journal?status=abc', 'status'],
    ['GET /audit?ignore=no-such-rule', 'ignore[0]'],
    ['GET /audit?only=key-in-url', 'only'],
    ['POST /snapshots/a%20b', 'name'],
  ])('%s is refused with 400 and names %s', async (name, path) => {
    const { status, problems } = await refusalOf(name, '');
    expect({ status, problems }).toMatchObject({ status: 400, problems: [{ path }] });
  });

  it('is refused with 413 if the body is larger than 64 MiB', async () => {
    const { status, message } = await refusalOf('POST /clock/advance', ' '.repeat(64 * 1024 * 1024 + 1));
    expect({ status, message }).toEqual({ status: 413, message: 'the body is larger than 67108864 bytes' });
  });

  it('is refused in the same way over a socket, and the emulator continues', async () => {
    await using emulator = await createEmulator();
    const call = (path: string, init?: RequestInit) => fetch(`${emulator.url}/_emulator/v1${path}`, init);
    const large = await call('/plans', { method: 'POST', body: ' '.repeat(64 * 1024 * 1024 + 10) });
    expect(large.status).toBe(413);
    expect((await call('/clock')).status).toBe(200);
  });

  it('lists the lawful choices of a reading, and suggests the most likely one', async () => {
    const bad = {
      retry_after: -1,
      scope_or_existence: 'scop_first',
      rate_limited: 'BUSY',
      codes: { not_fuond: 'NONE', not_found: 'none' },
      idempotency_key_retention: '5s',
      daily_quota: { live: { 'skin.analyse': 3 } },
      stages: { queud: '5s' },
    };
    const { problems, emulator } = await refusalOf('PATCH /readings', JSON.stringify(bad));
    const messages = Object.fromEntries(
      problems.map(({ path, problem }: { path: string; problem: string }) => [path, problem]),
    );
    expect(messages).toEqual({
      retry_after: 'must be an integer from 0, not -1',
      scope_or_existence: 'must be one of existence_first, scope_first, not "scop_first"; did you mean scope_first?',
      rate_limited: 'is not a known field; did you mean codes.rate_limited?',
      'codes.not_fuond': 'is not a known field; did you mean not_found?',
      'codes.not_found': 'must be a code in capitals, not "none"',
      idempotency_key_retention: 'must be a duration from 1m to 36500d or null, not 5s',
      'daily_quota.live.skin.analyse': 'is not a known field; did you mean skin.analyze?',
      'stages.queud': 'is not a known field; did you mean queued?',
    });
    expect(emulator.readings.read().filter(({ fired }) => fired > 0)).toEqual([]);
  });

  it('reports all mistakes at once, and changes nothing', async () => {
    const bad = { match: { operation: 'x' }, nth: 0, hold_att: 'queued' };
    const { problems, emulator } = await refusalOf('POST /plans', JSON.stringify(bad));
    expect(problems.map(({ path }: { path: string }) => path).sort()).toEqual(['hold_att', 'match.operation', 'nth']);
    expect(problems).toContainEqual({ path: 'hold_att', problem: 'is not a known field; did you mean hold_at?' });
    expect(emulator.plans.list()).toEqual([]);
  });
});
