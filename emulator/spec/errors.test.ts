import { describe, expect, it } from 'vitest';
import type { Emulator, EmulatorOptions } from '../index.ts';
import { type Client, emulatorFor, REQUESTS, type Reply } from '../testing/client.ts';

type Row = {
  condition: string;
  status: number;
  code: string;
  /** Where the answer names a field or parameter. */
  names?: string;
  retryAfter?: RegExp;
  options?: EmulatorOptions;
  provoke: (client: Client, emulator: Emulator) => Promise<Reply>;
};

const LIVE = 'pk_live_demo';
const withKey = (key: object) => ({ accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo', ...key }] }] });
const SKIN = REQUESTS['skin.analyze'];

async function submitAgain(client: Client, asset: unknown, concerns: string[]): Promise<Reply> {
  const body = { inputs: [{ asset_id: asset, role: 'source' }], concerns };
  return client.submit(SKIN.path, body, { idempotencyKey: 'one' });
}

async function finishedJob(client: Client, emulator: Emulator): Promise<Reply> {
  const job = await client.submitOn('makeup.apply', { idempotencyKey: 'one' });
  await emulator.clock.advance('4s');
  return client.get(`/v1/jobs/${job.body.id}`);
}

const ROWS: Row[] = [
  {
    condition: 'an unknown list parameter',
    status: 400,
    code: 'INVALID_REQUEST',
    names: 'colour',
    provoke: (client) => client.get('/v1/assets?colour=red'),
  },
  {
    condition: 'a repeated list parameter',
    status: 400,
    code: 'INVALID_REQUEST',
    names: 'limit',
    provoke: (client) => client.get('/v1/assets?limit=5&limit=5'),
  },
  {
    condition: 'a list parameter out of range',
    status: 400,
    code: 'INVALID_REQUEST',
    names: 'limit',
    provoke: (client) => client.get('/v1/jobs?limit=101'),
  },
  {
    condition: 'a concern named twice',
    status: 400,
    code: 'INVALID_REQUEST',
    names: 'concerns[1]',
    provoke: async (client) => submitAgain(client, (await client.upload()).body.id, ['acne', 'acne']),
  },
  {
    condition: 'a cursor used with other filters',
    status: 400,
    code: 'INVALID_CURSOR',
    provoke: async (client) => {
      await client.upload();
      await client.upload();
      const { next_cursor } = (await client.get('/v1/assets?limit=1')).body;
      return client.get(`/v1/assets?purpose=input&cursor=${next_cursor}`);
    },
  },
  {
    condition: 'an unusable key',
    status: 401,
    code: 'INVALID_API_KEY',
    provoke: (client) => client.get('/v1/usage', { key: null }),
  },
  {
    condition: 'a submission without enough spendable units',
    status: 402,
    code: 'INSUFFICIENT_CREDITS',
    options: { accounts: [{ name: 'demo', credits: { granted: 0 }, keys: [{ secret: LIVE }] }] },
    provoke: (client) => client.submitOn('makeup.apply', { key: LIVE }),
  },
  {
    condition: 'a key without the scope',
    status: 403,
    code: 'INSUFFICIENT_SCOPE',
    options: withKey({ scopes: ['skin.analyze'] }),
    provoke: (client) => client.submitOn('makeup.apply'),
  },
  {
    condition: 'an address outside the allowlist',
    status: 403,
    code: 'API_KEY_IP_NOT_ALLOWED',
    options: withKey({ networks: ['203.0.113.0/24'] }),
    provoke: (client) => client.get('/v1/usage'),
  },
  {
    condition: 'a job that never existed',
    status: 404,
    code: 'JOB_NOT_FOUND',
    provoke: (client) => client.get('/v1/jobs/job_unknown'),
  },
  {
    condition: 'a job that was deleted',
    status: 404,
    code: 'JOB_NOT_FOUND',
    provoke: async (client, emulator) => {
      const path = `/v1/jobs/${(await finishedJob(client, emulator)).body.id}`;
      await client.call('DELETE', path);
      return client.get(path);
    },
  },
  {
    condition: 'a job whose retention passed',
    status: 404,
    code: 'JOB_NOT_FOUND',
    provoke: async (client, emulator) => {
      const { body } = await finishedJob(client, emulator);
      await emulator.clock.advance({ to: body.expires_at });
      return client.get(`/v1/jobs/${body.id}`);
    },
  },
  {
    condition: 'an asset that never existed',
    status: 404,
    code: 'ASSET_NOT_FOUND',
    provoke: (client) => client.get('/v1/assets/asset_unknown'),
  },
  {
    condition: 'an asset that was deleted',
    status: 404,
    code: 'ASSET_NOT_FOUND',
    provoke: async (client) => {
      const path = `/v1/assets/${(await client.upload()).body.id}`;
      await client.call('DELETE', path);
      return client.get(path);
    },
  },
  {
    condition: 'an unknown path',
    status: 404,
    code: 'NOT_FOUND',
    provoke: (client) => client.get('/v1/nothing-of-the-kind'),
  },
  {
    condition: 'an Idempotency-Key with a different request',
    status: 409,
    code: 'IDEMPOTENCY_KEY_REUSED',
    provoke: async (client) => {
      const asset = (await client.upload()).body.id;
      await submitAgain(client, asset, ['acne']);
      return submitAgain(client, asset, ['pore']);
    },
  },
  {
    condition: 'a cancel of a finished job',
    status: 409,
    code: 'JOB_NOT_CANCELLABLE',
    provoke: async (client, emulator) => {
      const { body } = await finishedJob(client, emulator);
      return client.call('POST', `/v1/jobs/${body.id}/cancel`);
    },
  },
  {
    condition: 'a delete of a queued job',
    status: 409,
    code: 'JOB_IN_PROGRESS',
    provoke: async (client) => {
      const { body } = await client.submitOn('makeup.apply');
      return client.call('DELETE', `/v1/jobs/${body.id}`);
    },
  },
  {
    condition: 'a delete of a result asset',
    status: 409,
    code: 'ASSET_OWNED_BY_JOB',
    provoke: async (client, emulator) => {
      const { body } = await finishedJob(client, emulator);
      return client.call('DELETE', `/v1/assets/${body.output.image.id}`);
    },
  },
  {
    condition: 'the Idempotency-Key of a deleted job',
    status: 410,
    code: 'JOB_DELETED',
    provoke: async (client, emulator) => {
      const { body } = await finishedJob(client, emulator);
      await client.call('DELETE', `/v1/jobs/${body.id}`);
      return client.submitOn('makeup.apply', { idempotencyKey: 'one' });
    },
  },
  {
    condition: 'an input asset that expired',
    status: 410,
    code: 'ASSET_EXPIRED',
    provoke: async (client, emulator) => {
      const { body } = await client.upload();
      await emulator.clock.advance({ to: body.expires_at });
      return submitAgain(client, body.id, ['acne']);
    },
  },
  {
    condition: 'an upload that is too large',
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    options: { readings: { upload_max_bytes: 100 } },
    provoke: (client) => client.upload({ body: new Uint8Array(101) }),
  },
  {
    condition: 'a submission that is too large',
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    options: { readings: { submit_max_bytes: 50 } },
    provoke: (client) => client.submitOn('makeup.apply'),
  },
  {
    condition: 'more submissions than are admitted',
    status: 429,
    code: 'RATE_LIMITED',
    retryAfter: /^60$/,
    options: { readings: { admission_per_minute: 0 } },
    provoke: (client) => client.submitOn('makeup.apply'),
  },
  {
    condition: 'a key store that cannot be read',
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    retryAfter: /^[1-9]\d*$/,
    options: { unreadable: { key_store: true } },
    provoke: (client) => client.get('/v1/usage'),
  },
  {
    condition: 'a ledger that cannot be read',
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    retryAfter: /^[1-9]\d*$/,
    options: { unreadable: { ledger: true } },
    provoke: (client) => client.get('/v1/credits/balance'),
  },
];

async function provoked({ options = {}, provoke }: Row): Promise<Reply> {
  const { client, emulator } = await emulatorFor(options);
  return provoke(client, emulator);
}

describe('7 the error table', () => {
  it.each(ROWS.map((row) => [row.condition, row.status, row.code, row] as const))(
    '%s is %d %s',
    async (_, __, ___, row) => {
      const reply = await provoked(row);
      const { error, ...beside } = reply.body;
      expect(reply.status).toBe(row.status);
      expect(beside).toEqual({});
      expect(error).toEqual({
        code: row.code,
        message: expect.stringMatching(/./),
        request_id: expect.stringMatching(/^req_[0-9a-z]+$/),
        retryable: row.status === 429 || row.status === 503,
        ...(error.details !== undefined && { details: { fields: expect.any(Array) } }),
      });
      expect(reply.headers.get('content-type')).toBe('application/json');
      if (row.retryAfter === undefined) expect(reply.headers.get('retry-after')).toBeNull();
      else expect(reply.headers.get('retry-after')).toMatch(row.retryAfter);
      if (row.names === undefined) return;
      expect(error.message).toContain(row.names);
      expect(error.details.fields).toEqual([{ path: row.names, problem: expect.stringMatching(/./) }]);
    },
  );

  it.each([
    ['a concern named twice', 'duplicate_concern'],
    ['an input asset that expired', 'asset_expired'],
    ['an upload that is too large', 'payload_too_large'],
    ['more submissions than are admitted', 'rate_limited'],
    ['an unknown path', 'not_found'],
  ])('answers %s with the code that is configured (readings 14, 15)', async (condition, name) => {
    const rows = ROWS.filter((row) => row.condition === condition);
    expect(rows).toHaveLength(1);
    for (const row of rows) {
      const readings = { ...row.options?.readings, codes: { [name]: 'OF_ANOTHER_SERVER' } };
      const reply = await provoked({ ...row, options: { ...row.options, readings } });
      expect([reply.status, reply.body.error.code]).toEqual([row.status, 'OF_ANOTHER_SERVER']);
    }
  });
});
