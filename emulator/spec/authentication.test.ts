import { describe, expect, it } from 'vitest';
import { emulatorFor, type Reply } from '../testing/client.ts';

const ENDPOINTS = [
  ['POST', '/v1/assets'],
  ['GET', '/v1/assets'],
  ['GET', '/v1/assets/asset_1'],
  ['GET', '/v1/assets/asset_1/content'],
  ['DELETE', '/v1/assets/asset_1'],
  ['POST', '/v1/skin/analyses'],
  ['POST', '/v1/makeup/try-ons'],
  ['POST', '/v1/hair/try-ons'],
  ['GET', '/v1/jobs/job_1'],
  ['GET', '/v1/jobs'],
  ['POST', '/v1/jobs/job_1/cancel'],
  ['DELETE', '/v1/jobs/job_1'],
  ['GET', '/v1/usage'],
  ['GET', '/v1/credits/balance'],
] as const;

const UNUSABLE_KEYS = [
  ['a missing key', null],
  ['an empty key', ''],
  ['an unknown live key', 'pk_live_unknown'],
  ['an unknown test key', 'pk_test_unknown'],
  ['a key with another prefix', 'sk_live_good'],
  ['a good key in another case', 'PK_LIVE_GOOD'],
  ['a good key and more', 'pk_live_good_'],
  ['two keys at once', 'pk_live_good, pk_test_good'],
  ['a revoked key', 'pk_live_revoked'],
  ['an expired key', 'pk_live_expired'],
  ['a key of a disabled account', 'pk_live_disabled'],
] as const;

const ACCOUNTS = [
  {
    name: 'demo',
    keys: [
      { secret: 'pk_live_good' },
      { secret: 'pk_test_good' },
      { secret: 'pk_live_revoked', revoked_at: '2025-12-31T00:00:00Z' },
      { secret: 'pk_live_expired', expires_at: '2025-12-31T00:00:00Z' },
      { secret: 'pk_live_elsewhere', networks: ['203.0.113.0/24'] },
    ],
  },
  { name: 'disabled', disabled: true, keys: [{ secret: 'pk_live_disabled' }] },
];

const { client } = await emulatorFor({ accounts: ACCOUNTS });
const { client: blindClient } = await emulatorFor({ accounts: ACCOUNTS, unreadable: { key_store: true } });

/** An ErrorDetail whole, so that nothing else can be in it. */
const refusal = (code: string, retryable: boolean) => ({
  error: { code, message: expect.stringMatching(/./), request_id: expect.stringMatching(/^req_[0-9a-z]+$/), retryable },
});

function expectUnusable(reply: Reply): void {
  expect(reply.status).toBe(401);
  expect(reply.headers.get('content-type')).toBe('application/json');
  expect(reply.body).toEqual(refusal('INVALID_API_KEY', false));
}

describe.each(ENDPOINTS)('5.5 %s %s', (method, path) => {
  it.each(UNUSABLE_KEYS)('answers 401 to %s', async (_, key) => {
    expectUnusable(await client.call(method, path, { key }));
  });

  it('answers 403 to a key from outside its networks', async () => {
    const reply = await client.call(method, path, { key: 'pk_live_elsewhere' });
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual(refusal('API_KEY_IP_NOT_ALLOWED', false));
  });

  it('lets a good key through', async () => {
    const reply = await client.call(method, path, { key: 'pk_live_good' });
    expect([200, 400, 404]).toContain(reply.status);
    expect(reply.body.error?.code).not.toBe('NOT_FOUND');
  });

  it('answers 503 while keys cannot be checked', async () => {
    const reply = await blindClient.call(method, path, { key: 'pk_live_good' });
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual(refusal('SERVICE_UNAVAILABLE', true));
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });
});

describe('5.5 an unusable key', () => {
  it('is answered with the same message whatever is wrong with it', async () => {
    const replies = await Promise.all(UNUSABLE_KEYS.map(([, key]) => client.get('/v1/usage', { key })));
    const messages = new Set(replies.map(({ body }) => body.error.message));
    expect(messages.size).toBe(1);
  });

  it.each(UNUSABLE_KEYS.slice(2))('is not judged while keys cannot be checked: 503 to %s', async (_, key) => {
    const reply = await blindClient.get('/v1/usage', { key });
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual(refusal('SERVICE_UNAVAILABLE', true));
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  it.each(UNUSABLE_KEYS.slice(0, 2))('needs no check to be refused: still 401 to %s', async (_, key) => {
    expectUnusable(await blindClient.get('/v1/usage', { key }));
  });
});

describe('5.1 the header X-API-Key', () => {
  it.each(['X-API-Key', 'x-api-key', 'api_key', 'key', 'access_token'])(
    'is not replaced by %s in the query string',
    async (name) => {
      expectUnusable(await client.get(`/v1/credits/balance?${name}=pk_live_good`, { key: null }));
      expectUnusable(await client.get(`/v1/assets?${name}=pk_live_good`, { key: 'pk_live_unknown' }));
    },
  );

  it.each([
    ['Authorization', 'Bearer pk_live_good'],
    ['Authorization', 'pk_live_good'],
    ['Cookie', 'X-API-Key=pk_live_good'],
    ['Api-Key', 'pk_live_good'],
  ])('is not replaced by the header %s: %s', async (name, value) => {
    expectUnusable(await client.get('/v1/usage', { key: null, headers: { [name]: value } }));
  });

  it('is found whatever the case of its name', async () => {
    const reply = await client.get('/v1/usage', { key: null, headers: { 'x-aPi-kEY': 'pk_live_good' } });
    expect(reply.status).toBe(200);
  });
});

describe('5.5 a key with an end', () => {
  it.each(['expires_at', 'revoked_at'])('works until %s and is unusable from that very instant', async (end) => {
    const keys = [{ secret: 'pk_live_ends', [end]: '2026-01-01T00:01:00Z' }];
    const { emulator, client: caller } = await emulatorFor({ accounts: [{ name: 'demo', keys }] });
    const read = () => caller.get('/v1/usage', { key: 'pk_live_ends' });
    await emulator.clock.advance('59999ms');
    expect((await read()).status).toBe(200);
    await emulator.clock.advance('1ms');
    expectUnusable(await read());
    await emulator.clock.advance('1h');
    expectUnusable(await read());
  });
});
