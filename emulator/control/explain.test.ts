import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../index.ts';
import { type Client, emulatorFor, REQUESTS, type Reply } from '../testing/client.ts';

const LIVE = { key: 'pk_live_demo' };
const SKIN = REQUESTS['skin.analyze'];
const job = expect.stringMatching(/^job_/);

type World = Awaited<ReturnType<typeof emulatorFor>>;
type Act = (world: World) => Promise<Reply>;
/** The status of a refusal, the rule and section behind it, and the values that were compared. */
type Row = [what: string, told: string, compared: object, act: Act, options?: EmulatorOptions];

const get =
  (path: string, key: string | null = LIVE.key): Act =>
  ({ client }) =>
    client.get(path, { key });
const submitOn =
  (operation: Parameters<Client['submitOn']>[0], idempotencyKey?: string): Act =>
  ({ client }) =>
    client.submitOn(operation, { ...LIVE, ...(idempotencyKey !== undefined && { idempotencyKey }) });
const skinOf =
  (asset_id: string, change: object = {}): Act =>
  ({ client }) =>
    client.submit(SKIN.path, { inputs: [{ asset_id, role: 'source' }], ...SKIN.body, ...change }, LIVE);

const withKey = (key: object, more: object = {}): EmulatorOptions => ({
  accounts: [{ name: 'a', keys: [{ secret: LIVE.key, ...key }], ...more }],
});

/** A job that has come to its end, with a visualization. */
async function doneJob({ client, emulator }: World): Promise<Reply['body']> {
  const { body } = await client.submitOn('skin.analyze', { ...LIVE, idempotencyKey: 'first' });
  await emulator.clock.advance('1h');
  return (await client.get(`/v1/jobs/${body.id}`, LIVE)).body;
}

const ROWS: Row[] = [
  ['an unknown parameter', '400 LIST-400 4.1', { query: [['colour', 'red']] }, get('/v1/assets?colour=red')],
  ['a cursor of other filters', '400 CURSOR-400 4.1', { filters: '[]' }, get('/v1/jobs?cursor=abc')],
  [
    'a wrong field',
    '400 REQUEST-400 4',
    { fields: [{ path: 'concerns[0]', problem: expect.any(String) }] },
    skinOf('asset_1', { concerns: ['beauty'] }),
  ],
  [
    'a concern twice',
    '400 SKIN-CONCERNS-SET-400 4.2',
    { fields: [{ path: 'concerns[1]', problem: 'names acne a second time' }] },
    skinOf('asset_1', { concerns: ['acne', 'acne'] }),
  ],
  [
    'an upload of another type than it says',
    '400 UPLOAD-400 4.1',
    { declared: 'image/webp', header: { mediaType: 'image/png', width: 64, height: 80 } },
    ({ client }) => client.upload({ ...LIVE, type: 'image/webp' }),
  ],
  ['a missing key', '401 AUTH-401 5.5', { key: 'missing' }, get('/v1/usage', null)],
  ['an unknown key', '401 AUTH-401 5.5', { key: 'unrecognised' }, get('/v1/usage', 'pk_live_stranger')],
  [
    'a revoked key',
    '401 AUTH-401 5.5',
    { key: 'revoked, expired or disabled' },
    get('/v1/usage'),
    withKey({ revoked_at: '2025-12-31T00:00:00Z' }),
  ],
  [
    'too few credits',
    '402 CREDIT-402 7',
    { units: 2, spendable_units: 0, enforced: true },
    submitOn('hair.try_on'),
    withKey({}, { credits: { granted: 0 } }),
  ],
  [
    'a missing scope',
    '403 AUTH-SCOPE-403 5.4',
    { needed: 'hair.apply', granted: ['skin.analyze'] },
    submitOn('hair.try_on'),
    withKey({ scopes: ['skin.analyze'] }),
  ],
  [
    'a foreign address',
    '403 AUTH-NETWORK-403 5.5',
    { address: '127.0.0.1', networks: ['10.0.0.0/8'] },
    get('/v1/usage'),
    withKey({ networks: ['10.0.0.0/8'] }),
  ],
  ['an unknown job', '404 JOB-404 4.3', { job_id: 'job_none' }, get('/v1/jobs/job_none')],
  ['an unknown asset', '404 ASSET-404 4.1', { asset_id: 'asset_none' }, get('/v1/assets/asset_none')],
  ['an unknown input', '404 SUBMIT-INPUT-404 4.2', { asset_id: 'asset_none', state: 'missing' }, skinOf('asset_none')],
  ['an unknown path', '404 PATH-404 7', { path: '/v1/nothing' }, get('/v1/nothing')],
  [
    'a feature that is off',
    '404 FEATURE-OFF-404 1',
    { feature: 'credits', on: false },
    get('/v1/credits/balance'),
    withKey({}, { features: { live: { credits: false } } }),
  ],
  [
    'an Idempotency-Key of another request',
    '409 IDEM-REUSED-409 4.2',
    { claimed_by: job, same_request: false, job_is_there: true },
    async (world) => {
      await submitOn('skin.analyze', 'once')(world);
      return submitOn('makeup.apply', 'once')(world);
    },
  ],
  [
    'a late cancel',
    '409 CANCEL-DONE-409 3',
    { status: 'succeeded' },
    async (world) => world.client.call('POST', `/v1/jobs/${(await doneJob(world)).id}/cancel`, LIVE),
  ],
  [
    'an early delete',
    '409 JOB-IN-PROGRESS-409 3',
    { status: 'queued' },
    async (world) => world.client.call('DELETE', `/v1/jobs/${(await submitOn('skin.analyze')(world)).body.id}`, LIVE),
  ],
  [
    'a delete of a result',
    '409 ASSET-OWNED-409 4.1',
    { purpose: 'result', job },
    async (world) => {
      const { output } = await doneJob(world);
      return world.client.call('DELETE', `/v1/assets/${output.visualizations[0].id}`, LIVE);
    },
  ],
  [
    'the Idempotency-Key of a deleted job',
    '410 IDEM-DELETED-410 3',
    { claimed_by: job, same_request: false, job_is_there: false },
    async (world) => {
      await world.client.call('DELETE', `/v1/jobs/${(await doneJob(world)).id}`, LIVE);
      return submitOn('skin.analyze', 'first')(world);
    },
  ],
  [
    'an expired input',
    '410 SUBMIT-INPUT-410 4.2',
    { asset_id: expect.stringMatching(/^asset_/), state: 'expired' },
    async (world) => {
      const { body } = await world.client.upload(LIVE);
      await world.emulator.clock.advance('24h');
      return skinOf(body.id)(world);
    },
  ],
  ['a large body', '413 BODY-413 4.2', { limit_bytes: 10 }, skinOf('a'), { readings: { submit_max_bytes: 10 } }],
  [
    'the admission limit',
    '429 ADMISSION-429 8',
    { admitted_this_minute: 0 },
    submitOn('skin.analyze'),
    { readings: { admission_per_minute: 0 } },
  ],
  [
    'the daily quota',
    '429 QUOTA-429 8',
    { used_today: 0 },
    submitOn('skin.analyze'),
    { readings: { daily_quota: { live: { 'skin.analyze': 0 } } } },
  ],
  [
    'a fault',
    '500 FAULT -',
    { fault: expect.stringMatching(/^fault_/), effect: 'error' },
    get('/v1/usage'),
    { faults: [{ effect: { kind: 'error', error: 'internal_error' } }] },
  ],
  [
    'keys that cannot be checked',
    '503 AUTH-UNREADABLE-503 5.5',
    { key_store_readable: false },
    get('/v1/usage'),
    { unreadable: { key_store: true } },
  ],
  [
    'a ledger that cannot be read',
    '503 CREDIT-UNREADABLE-503 4.4',
    { ledger_readable: false },
    get('/v1/credits/balance'),
    { unreadable: { ledger: true } },
  ],
];

describe('journal.explain', () => {
  it.each(ROWS)('explains %s as %s', async (_, told, compared, act, options) => {
    const world = await emulatorFor(options);
    const reply = await act(world);
    const [status, rule = '', section] = told.split(' ');
    const { request_id } = reply.body.error;
    const explained = { request_id, status: Number(status), rule, section, compared };
    expect(world.emulator.journal.explain(request_id)).toEqual(explained);
    expect(reply.status).toBe(Number(status));
    expect(reply.text).not.toContain(rule);
  });

  it('knows the reset of a connection as a fault', async () => {
    const { emulator, client } = await emulatorFor({ faults: [{ effect: { kind: 'reset' } }] });
    await expect(client.get('/v1/usage')).rejects.toThrow('fetch failed');
    const [{ requestId } = { requestId: null }] = emulator.journal.find();
    expect(emulator.journal.explain(requestId ?? '')).toMatchObject({ rule: 'FAULT', compared: { effect: 'reset' } });
  });

  it('has nothing for an unknown request_id', async () => {
    const { emulator } = await emulatorFor();
    expect(() => emulator.journal.explain('req_none')).toThrow('the journal has no refusal req_none');
  });
});
