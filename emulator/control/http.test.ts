import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readingsSchema } from '../domain/readings.ts';
import { createEmulator, type Emulator } from '../index.ts';
import { clientOf } from '../testing/client.ts';
import { CONTROL_ROUTES } from './routes.ts';

type Answer = { status: number; body: unknown };

let emulator: Emulator;
let jobId = '';

beforeAll(async () => {
  emulator = await createEmulator({ clock: 'frozen' });
});
afterAll(() => emulator.close());

beforeEach(async () => {
  emulator.reset();
  for (const { name } of emulator.snapshots.list()) emulator.snapshots.remove(name);
  emulator.plans.add({ hold_at: 'preparing' });
  jobId = (await clientOf(emulator).submitOn('skin.analyze')).body.id;
  emulator.plans.clear();
});

/** A control call over the socket; a body that is text goes out as it is. */
async function call(name: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(`${emulator.url}/_emulator/v1${path.replace('JOB', jobId)}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const ANY = expect.anything();
const KEY = (name: string, more = {}) => expect.objectContaining({ name, masked: ANY, ...more });
const DEMO = expect.objectContaining({ id: 'demo', features: ANY });
const UNUSABLE = { usable: false };
const FIRED = { at: '2026-01-01T00:00:01.000Z', kind: 'stage', ref: ANY };
const ADVANCED = expect.objectContaining({ now: FIRED.at, fired: [FIRED], walked: { stage: 1 } });
const OF_JOB = { operation: 'skin.analyze', account: 'demo', environment: 'test', created_at: ANY, updated_at: ANY };
const NEW = { status: 'queued', stage: 'queued', held: false, cancel_requested: false, completed_at: null };
const JOB_REPORT = { ...OF_JOB, ...NEW };
const SNAPSHOT = { name: 'one', at: '2026-01-01T00:00:00.000Z', jobs: 1, assets: 1 };
const NOW = { now: '2026-01-01T00:00:00.000Z', mode: 'frozen', rate: 1 };
const failed = { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } };
const busy = { match: { route: 'GET /v1/usage' }, effect: { kind: 'error' } };

const strange = { on: ['asset-id-without-prefix'] };
const STRANGE = expect.objectContaining({ id: 'asset-id-without-prefix', rule: 'ID-ASSET', on: true, fired: 0 });

/** Each route, after the calls that prepare it: what it is asked, and all that it answers. */
const off = { key_store_unreadable: false, ledger_unreadable: false, daily_quota: null, webhook_timeout: null };
const switches = (admission_per_minute: number | null) => ({ ...off, admission_per_minute });
const reading = (choice: number) =>
  expect.arrayContaining([expect.objectContaining({ name: 'upload_status', choice })]);

const ROUTES: [
  route: string,
  asked: string,
  body: unknown,
  status: number,
  answer: unknown,
  before?: [string, unknown?][],
][] = [
  [
    'GET /capabilities',
    '',
    undefined,
    200,
    { drivers: ['tenants', 'clock', 'jobs', 'credits', 'webhooks', 'faults'], clock: { per_tenant: true } },
  ],
  [
    'GET /worlds',
    '',
    undefined,
    200,
    [{ name: 'default', keys: { live: 'pk_live_demo', test: 'pk_test_demo' }, clock: NOW }],
  ],
  [
    'POST /worlds',
    '',
    { name: 'made', clock: 'frozen' },
    201,
    { name: 'made', keys: { live: 'pk_live_made', test: 'pk_test_made' }, clock: NOW },
  ],
  ['DELETE /worlds/:name', 'DELETE /worlds/made', undefined, 204, null],
  ['POST /reset', '', undefined, 204, null],
  ['GET /clock', '', undefined, 200, NOW],
  ['PATCH /clock', '', { mode: 'auto', rate: 2 }, 200, { ...NOW, mode: 'auto', rate: 2 }],
  ['POST /clock/advance', '', { by: '1s' }, 200, ADVANCED],
  [
    'GET /plans',
    '',
    undefined,
    200,
    [{ id: ANY, place: 'ending', matched: 0, used: 0, spent: false, plan: ANY }],
    [['POST /plans', failed]],
  ],
  ['POST /plans', '', failed, 201, { id: expect.stringMatching(/^plan_/) }],
  ['DELETE /plans', '', undefined, 204, null, [['POST /plans', failed]]],
  ['DELETE /plans/:id', 'DELETE /plans/ADDED', undefined, 204, null, [['POST /plans', failed]]],
  [
    'GET /faults',
    '',
    undefined,
    200,
    [{ id: ANY, effect: ANY, place: 'ending', matched: 0, hits: 0, spent: false, fault: ANY }],
    [['POST /faults', busy]],
  ],
  ['POST /faults', '', busy, 201, { id: expect.stringMatching(/^fault_/) }],
  ['DELETE /faults', '', undefined, 204, null, [['POST /faults', busy]]],
  ['DELETE /faults/:id', 'DELETE /faults/ADDED', undefined, 204, null, [['POST /faults', busy]]],
  ['GET /readings', '', undefined, 200, reading(201)],
  ['PATCH /readings', '', { upload_status: 200 }, 200, reading(200)],
  ['GET /switches', '', undefined, 200, switches(null)],
  ['PATCH /switches', '', { admission_per_minute: 5 }, 200, switches(5)],
  ['GET /jobs', '', undefined, 200, [{ id: ANY, ...JOB_REPORT }]],
  ['GET /jobs/:id', 'GET /jobs/JOB', undefined, 200, { id: ANY, ...JOB_REPORT }],
  ['POST /jobs/:id/step', 'POST /jobs/JOB/step', undefined, 200, { id: ANY, ...JOB_REPORT, stage: 'picked_up' }],
  [
    'POST /jobs/:id/release',
    'POST /jobs/JOB/release',
    undefined,
    200,
    { id: ANY, ...JOB_REPORT, status: 'running', stage: 'processing' },
    [['POST /clock/advance', { by: '1h' }]],
  ],
  ['GET /accounts', '', undefined, 200, ['demo']],
  [
    'POST /accounts',
    '',
    { id: 'acme', keys: { main: { secret: 'pk_live_acme' } } },
    201,
    { id: 'acme', account: 'acme', keys: { main: { id: ANY, secret: 'pk_live_acme' } }, declined: [] },
  ],
  ['PATCH /accounts/:id', 'PATCH /accounts/demo', { features: { lists: false } }, 200, DEMO],
  ['GET /accounts/:id', 'GET /accounts/demo', undefined, 200, DEMO],
  ['GET /accounts/:id/keys', 'GET /accounts/demo/keys', undefined, 200, [KEY('live'), KEY('test')]],
  ['POST /accounts/:id/keys', 'POST /accounts/demo/keys', { name: 'next' }, 201, KEY('next', { secret: ANY })],
  ['PATCH /accounts/:id/keys/:key', 'PATCH /accounts/demo/keys/live', { revoked: true }, 200, KEY('live', UNUSABLE)],
  ['DELETE /accounts/:id', 'DELETE /accounts/demo', undefined, 204, null],
  [
    'POST /accounts/:id/credits',
    'POST /accounts/demo/credits',
    { adjust: -9_999 },
    200,
    expect.objectContaining({ available_units: 1, spendable_units: 1 }),
  ],
  [
    'GET /journal',
    'GET /journal?status=202',
    undefined,
    200,
    [expect.objectContaining({ path: '/v1/skin/analyses', status: 202 })],
  ],
  [
    'POST /journal/verify',
    '',
    { request: { status: 202 }, exactly: 1 },
    200,
    { ok: true, found: 1, wanted: 'exactly 1', near_misses: [] },
  ],
  ['POST /journal/wait', '', { request: { status: 202 } }, 200, expect.objectContaining({ serial: 2, status: 202 })],
  ['GET /deviations', '', undefined, 200, expect.arrayContaining([STRANGE]), [['POST /deviations', strange]]],
  ['POST /deviations', '', strange, 200, [STRANGE]],
  ['DELETE /deviations', '', undefined, 204, null, [['POST /deviations', strange]]],
  [
    'DELETE /deviations/:id',
    'DELETE /deviations/asset-id-without-prefix',
    undefined,
    204,
    null,
    [['POST /deviations', strange]],
  ],
  ['GET /audit', 'GET /audit?ignore=etag-ignored,poll-too-soon', undefined, 200, []],
  ['GET /coverage', 'GET /coverage?worlds=all', undefined, 200, expect.objectContaining({ version: 1, others: [] })],
  ['GET /snapshots', '', undefined, 200, [SNAPSHOT], [['POST /snapshots/one']]],
  ['POST /snapshots/:name', 'POST /snapshots/one', undefined, 201, SNAPSHOT],
  [
    'POST /snapshots/:name/load',
    'POST /snapshots/one/load',
    undefined,
    200,
    { ...SNAPSHOT, journal: 'kept' },
    [['POST /snapshots/one']],
  ],
  ['DELETE /snapshots/:name', 'DELETE /snapshots/one', undefined, 204, null, [['POST /snapshots/one']]],
];
/** Needs the id of a refusal: its own test below. */
const EXPLAIN = 'GET /journal/explain/:request_id';

describe('/_emulator/v1', () => {
  it.each(ROUTES)('%s works', async (route, asked, body, status, answer, before = []) => {
    let added = '';
    for (const [name, prepared] of before) added = ((await call(name, prepared)).body as { id?: string })?.id ?? '';
    const given = await call((asked || route).replace('ADDED', added), body);
    expect(given).toEqual({ status, body: answer });
    const served = CONTROL_ROUTES.find(({ method, path }) => `${method} ${path}` === route);
    served?.answer?.().parse(given.body);
  });

  it(`${EXPLAIN} works`, async () => {
    const { body } = await clientOf(emulator).get('/v1/jobs/job_none');
    const { request_id } = body.error;
    expect(await call(`GET /journal/explain/${request_id}`)).toEqual({
      status: 200,
      body: { request_id, status: 404, rule: 'JOB-404', section: '4.3', compared: { job_id: 'job_none' } },
    });
  });

  it('has a row here for every route', () => {
    const tested = [...ROUTES.map(([route]) => route), EXPLAIN];
    // Those of webhooks are called in webhooks/control-routes.test.ts, what a person looks at in inspect/inspect.test.ts.
    const elsewhere = /^\/(?:endpoints|deliveries|receivers|summary|agenda)|(?:story|ledger)$/;
    const served = CONTROL_ROUTES.filter(({ path }) => !elsewhere.test(path));
    expect(tested.toSorted()).toEqual(served.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it.each<[string, unknown, string]>([
    ['DELETE /worlds/none', undefined, 'there is no world none'],
    ['DELETE /plans/none', undefined, 'there is no plan none'],
    ['DELETE /faults/none', undefined, 'there is no fault none'],
    ['GET /jobs/none', undefined, 'there is no job none in the world default'],
    ['POST /jobs/none/step', undefined, 'there is no job none in the world default'],
    ['POST /jobs/none/release', undefined, 'there is no job none in the world default'],
    ['DELETE /accounts/none', undefined, 'there is no account none in the world default'],
    ['POST /accounts/none/credits', { adjust: 1 }, 'there is no account none in the world default'],
    ['POST /journal/wait', { job: 'none', status: 'failed' }, 'there is no job none in the world default'],
    ['GET /journal/explain/none', undefined, 'the journal has no refusal none'],
    ['POST /snapshots/none/load', undefined, 'there is no snapshot none of the world default; none was saved'],
    ['DELETE /snapshots/none', undefined, 'there is no snapshot none of the world default; none was saved'],
    ['GET /nothing', undefined, 'there is no such control call; /_emulator/v1/openapi.json lists them all'],
  ])('%s is refused with 404', async (name, body, message) => {
    expect(await call(name, body)).toEqual({ status: 404, body: { error: { message, problems: [] } } });
  });

  it('is refused with 404 for a world that is not there, and serves the one that is named', async () => {
    expect((await call('GET /clock', undefined, { 'Emulator-World': 'none' })).status).toBe(404);
    const world = await emulator.worlds.create({
      name: 'side',
      clock: { mode: 'frozen', start: '2030-01-01T00:00:00Z' },
    });
    const there = { now: '2030-01-01T00:00:00.000Z', mode: 'frozen', rate: 1 };
    expect((await call('GET /clock', undefined, { 'Emulator-World': 'side' })).body).toEqual(there);
    expect((await call('GET /clock', undefined, { 'X-API-Key': world.keys.live ?? '' })).body).toEqual(there);
    await emulator.worlds.remove('side');
  });

  it('answers 409 for what is there already, and 408 for what does not come', async () => {
    expect((await call('POST /accounts', { id: 'demo' })).status).toBe(409);
    expect((await call('POST /worlds', { name: 'default' })).status).toBe(409);
    expect((await call('DELETE /worlds/default')).status).toBe(409);
    expect((await call('POST /journal/wait', { request: { status: 500 }, timeout: 0 })).status).toBe(408);
  });

  it('tells its health and version', async () => {
    expect(await call('GET /health')).toEqual({
      status: 200,
      body: {
        status: 'ok',
        version: expect.stringMatching(/^\d/),
        memory: expect.objectContaining({ given_up: { pictures: 0, bytes: 0 } }),
      },
    });
  });

  it('takes a body that comes in pieces', async () => {
    const response = await fetch(`${emulator.url}/_emulator/v1/clock/advance`, {
      method: 'POST',
      body: ReadableStream.from(['{"by":', '"1s"}']).pipeThrough(new TextEncoderStream()),
      duplex: 'half',
    } as RequestInit);
    expect([response.status, emulator.clock.now()]).toEqual([200, '2026-01-01T00:00:01.000Z']);
  });

  it('is what a test with curl can steer a job with', async () => {
    await call('POST /plans', { match: { operation: 'makeup.apply' }, ...failed });
    const { body } = await clientOf(emulator).submitOn('makeup.apply', { idempotencyKey: 'order-17' });
    const waiting = call('POST /journal/wait', { job: body.id, status: 'failed' });
    await call('POST /clock/advance', { until: 'idle' });
    expect((await waiting).body).toMatchObject({ id: body.id, error: { code: 'PROCESSING_FAILED' } });
    expect(emulator.journal.find({ idempotency_key: 'order-17' })).toHaveLength(1);
  });
});

describe('GET /_emulator/profile', () => {
  it('prints every reading with its value in force', async () => {
    await using other = await createEmulator({ readings: { upload_status: 200, codes: { not_found: 'NO_PATH' } } });
    const { body: profile } = await clientOf(other).get('/_emulator/profile', { key: null });
    const readings = readingsSchema.parse({ upload_status: 200, codes: { not_found: 'NO_PATH' } });
    expect(profile).toMatchObject({ version: expect.any(String), readings });
    expect(Object.keys(profile.readings)).toEqual(Object.keys(readingsSchema.parse({})));
  });
});
