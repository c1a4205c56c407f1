import { describe, expect, it } from 'vitest';
import type { Emulator, EmulatorOptions } from '../index.ts';
import { type Client, emulatorFor, REQUESTS, type Reply } from '../testing/client.ts';

type Row = {
  name: string;
  options?: EmulatorOptions;
  /** Does what is refused, and gives the refusal. */
  act(client: Client, emulator: Emulator): Promise<Reply>;
  status: number;
  rule: string;
  section: string;
  compared: unknown;
};

const LIVE = { key: 'pk_live_demo' };
const withKey = (key: object): EmulatorOptions => ({
  accounts: [{ name: 'a', keys: [{ secret: 'pk_live_demo', ...key }] }],
});
const skinOf = (ids: string[], body: object = REQUESTS['skin.analyze'].body) => ({
  inputs: ids.map((asset_id) => ({ asset_id, role: 'source' })),
  ...body,
});
const SKIN = REQUESTS['skin.analyze'].path;

/** A job that has come to its end, with a visualization. */
async function doneJob(client: Client, emulator: Emulator): Promise<Reply['body']> {
  const { body } = await client.submitOn('skin.analyze', { ...LIVE, idempotencyKey: 'first' });
  await emulator.clock.advance('1h');
  return (await client.get(`/v1/jobs/${body.id}`, LIVE)).body;
}

const ROWS: Row[] = [
  {
    name: 'a list parameter that is unknown',
    act: (client) => client.get('/v1/assets?colour=red', LIVE),
    ...{ status: 400, rule: 'LIST-400', section: '4.1', compared: { query: [['colour', 'red']] } },
  },
  {
    name: 'a cursor of other filters',
    act: (client) => client.get('/v1/jobs?cursor=abc', LIVE),
    ...{ status: 400, rule: 'CURSOR-400', section: '4.1', compared: { filters: '[]' } },
  },
  {
    name: 'a body field that is wrong',
    act: (client) => client.submit(SKIN, skinOf(['asset_1'], { concerns: ['beauty'] }), LIVE),
    status: 400,
    rule: 'REQUEST-400',
    section: '4',
    compared: { fields: [{ path: 'concerns[0]', problem: expect.any(String) }] },
  },
  {
    name: 'a concern that is named twice',
    act: (client) => client.submit(SKIN, skinOf(['asset_1'], { concerns: ['acne', 'acne'] }), LIVE),
    status: 400,
    rule: 'SKIN-CONCERNS-SET-400',
    section: '4.2',
    compared: { fields: [{ path: 'concerns[1]', problem: 'names acne a second time' }] },
  },
  {
    name: 'an upload of another type than it says',
    act: (client) => client.upload({ ...LIVE, type: 'image/webp' }),
    status: 400,
    rule: 'UPLOAD-400',
    section: '4.1',
    compared: { declared: 'image/webp', header: { mediaType: 'image/png', width: 64, height: 80 } },
  },
  {
    name: 'a missing key',
    act: (client) => client.get('/v1/usage', { key: null }),
    ...{ status: 401, rule: 'AUTH-401', section: '5.5', compared: { key: 'missing' } },
  },
  {
    name: 'an unknown key',
    act: (client) => client.get('/v1/usage', { key: 'pk_live_stranger' }),
    ...{ status: 401, rule: 'AUTH-401', section: '5.5', compared: { key: 'unrecognised' } },
  },
  {
    name: 'a revoked key',
    options: withKey({ revoked_at: '2025-12-31T00:00:00Z' }),
    act: (client) => client.get('/v1/usage', LIVE),
    ...{ status: 401, rule: 'AUTH-401', section: '5.5', compared: { key: 'revoked, expired or disabled' } },
  },
  {
    name: 'too few credits',
    options: { accounts: [{ name: 'a', credits: { granted: 0 }, keys: [{ secret: 'pk_live_demo' }] }] },
    act: (client) => client.submitOn('hair.try_on', LIVE),
    status: 402,
    rule: 'CREDIT-402',
    section: '7',
    compared: { units: 2, spendable_units: 0, enforced: true },
  },
  {
    name: 'a missing scope',
    options: withKey({ scopes: ['skin.analyze'] }),
    act: (client) => client.submitOn('hair.try_on', LIVE),
    status: 403,
    rule: 'AUTH-SCOPE-403',
    section: '5.4',
    compared: { needed: 'hair.apply', granted: ['skin.analyze'] },
  },
  {
    name: 'an address outside the allowlist',
    options: withKey({ networks: ['10.0.0.0/8'] }),
    act: (client) => client.get('/v1/usage', LIVE),
    status: 403,
    rule: 'AUTH-NETWORK-403',
    section: '5.5',
    compared: { address: '127.0.0.1', networks: ['10.0.0.0/8'] },
  },
  {
    name: 'a job that is not there',
    act: (client) => client.get('/v1/jobs/job_none', LIVE),
    ...{ status: 404, rule: 'JOB-404', section: '4.3', compared: { job_id: 'job_none' } },
  },
  {
    name: 'an asset that is not there',
    act: (client) => client.get('/v1/assets/asset_none', LIVE),
    ...{ status: 404, rule: 'ASSET-404', section: '4.1', compared: { asset_id: 'asset_none' } },
  },
  {
    name: 'an input that is not there',
    act: (client) => client.submit(SKIN, skinOf(['asset_none']), LIVE),
    status: 404,
    rule: 'SUBMIT-INPUT-404',
    section: '4.2',
    compared: { asset_id: 'asset_none', state: 'missing' },
  },
  {
    name: 'an unknown path',
    act: (client) => client.get('/v1/nothing', LIVE),
    ...{ status: 404, rule: 'PATH-404', section: '7', compared: { path: '/v1/nothing' } },
  },
  {
    name: 'a feature that is off',
    options: { accounts: [{ name: 'a', features: { live: { credits: false } }, keys: [{ secret: 'pk_live_demo' }] }] },
    act: (client) => client.get('/v1/credits/balance', LIVE),
    ...{ status: 404, rule: 'FEATURE-OFF-404', section: '1', compared: { feature: 'credits', on: false } },
  },
  {
    name: 'an Idempotency-Key of another request',
    act: async (client) => {
      await client.submitOn('skin.analyze', { ...LIVE, idempotencyKey: 'once' });
      return client.submitOn('makeup.apply', { ...LIVE, idempotencyKey: 'once' });
    },
    status: 409,
    rule: 'IDEM-REUSED-409',
    section: '4.2',
    compared: { claimed_by: expect.stringMatching(/^job_/), same_request: false, job_is_there: true },
  },
  {
    name: 'a cancel that is too late',
    act: async (client, emulator) => {
      const { id } = await doneJob(client, emulator);
      return client.call('POST', `/v1/jobs/${id}/cancel`, LIVE);
    },
    ...{ status: 409, rule: 'CANCEL-DONE-409', section: '3', compared: { status: 'succeeded' } },
  },
  {
    name: 'a delete that is too early',
    act: async (client) => {
      const { body } = await client.submitOn('skin.analyze', LIVE);
      return client.call('DELETE', `/v1/jobs/${body.id}`, LIVE);
    },
    ...{ status: 409, rule: 'JOB-IN-PROGRESS-409', section: '3', compared: { status: 'queued' } },
  },
  {
    name: 'a delete of a result',
    act: async (client, emulator) => {
      const { output } = await doneJob(client, emulator);
      return client.call('DELETE', `/v1/assets/${output.visualizations[0].id}`, LIVE);
    },
    status: 409,
    rule: 'ASSET-OWNED-409',
    section: '4.1',
    compared: { purpose: 'result', job: expect.stringMatching(/^job_/) },
  },
  {
    name: 'the Idempotency-Key of a deleted job',
    act: async (client, emulator) => {
      const { id } = await doneJob(client, emulator);
      await client.call('DELETE', `/v1/jobs/${id}`, LIVE);
      return client.submitOn('skin.analyze', { ...LIVE, idempotencyKey: 'first' });
    },
    status: 410,
    rule: 'IDEM-DELETED-410',
    section: '3',
    compared: { claimed_by: expect.stringMatching(/^job_/), same_request: false, job_is_there: false },
  },
  {
    name: 'an input that has expired',
    act: async (client, emulator) => {
      const { body } = await client.upload(LIVE);
      await emulator.clock.advance('24h');
      return client.submit(SKIN, skinOf([body.id]), LIVE);
    },
    status: 410,
    rule: 'SUBMIT-INPUT-410',
    section: '4.2',
    compared: { asset_id: expect.stringMatching(/^asset_/), state: 'expired' },
  },
  {
    name: 'a body that is too large',
    options: { readings: { submit_max_bytes: 10 } },
    act: (client) => client.submit(SKIN, skinOf(['asset_1']), LIVE),
    ...{ status: 413, rule: 'BODY-413', section: '4.2', compared: { limit_bytes: 10 } },
  },
  {
    name: 'the admission limit',
    options: { readings: { admission_per_minute: 0 } },
    act: (client) => client.submitOn('skin.analyze', LIVE),
    ...{ status: 429, rule: 'ADMISSION-429', section: '8', compared: { admitted_this_minute: 0 } },
  },
  {
    name: 'the daily quota',
    options: { readings: { daily_quota: { live: { 'skin.analyze': 0 } } } },
    act: (client) => client.submitOn('skin.analyze', LIVE),
    ...{ status: 429, rule: 'QUOTA-429', section: '8', compared: { used_today: 0 } },
  },
  {
    name: 'a fault',
    act: (client, emulator) => {
      emulator.faults.add({ effect: { kind: 'error', error: 'internal_error' } });
      return client.get('/v1/usage', LIVE);
    },
    status: 500,
    rule: 'FAULT',
    section: '-',
    compared: { fault: expect.stringMatching(/^fault_/), effect: 'error' },
  },
  {
    name: 'keys that cannot be checked',
    options: { unreadable: { key_store: true } },
    act: (client) => client.get('/v1/usage', LIVE),
    ...{ status: 503, rule: 'AUTH-UNREADABLE-503', section: '5.5', compared: { key_store_readable: false } },
  },
  {
    name: 'a ledger that cannot be read',
    options: { unreadable: { ledger: true } },
    act: (client) => client.get('/v1/credits/balance', LIVE),
    ...{ status: 503, rule: 'CREDIT-UNREADABLE-503', section: '4.4', compared: { ledger_readable: false } },
  },
];

describe('journal.explain', () => {
  it.each(ROWS)('tells why: $name', async ({ options, act, status, rule, section, compared }) => {
    const { emulator, client } = await emulatorFor(options);
    const reply = await act(client, emulator);
    const { request_id } = reply.body.error;
    expect(emulator.journal.explain(request_id)).toEqual({ request_id, status, rule, section, compared });
    expect(reply.status).toBe(status);
    expect(reply.text).not.toContain(rule);
  });

  it('knows the reset of a connection as a fault', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.faults.add({ effect: { kind: 'reset' } });
    await expect(client.get('/v1/usage')).rejects.toThrow('fetch failed');
    const [{ requestId } = { requestId: null }] = emulator.journal.find();
    expect(emulator.journal.explain(requestId ?? '')).toMatchObject({ rule: 'FAULT', compared: { effect: 'reset' } });
  });

  it('is refused with 404 for a request_id that the journal does not have', async () => {
    const { emulator } = await emulatorFor();
    expect(() => emulator.journal.explain('req_none')).toThrow('the journal has no refusal req_none');
  });
});
