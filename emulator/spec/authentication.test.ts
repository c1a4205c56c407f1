import { describe, expect, it } from 'vitest';
import { emulatorFor, type Reply } from '../testing/client.ts';
import { outcomeOf } from '../testing/play.ts';

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

const UNUSABLE = [
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

const accounts = [
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

const { client } = await emulatorFor({ accounts });
const { client: blind } = await emulatorFor({ accounts, unreadable: { key_store: true } });
const UNUSABLE_KEY = '401 INVALID_API_KEY';
const UNAVAILABLE = '503 SERVICE_UNAVAILABLE';

describe.each(ENDPOINTS)('5.5 %s %s', (method, path) => {
  it.each([
    ...UNUSABLE.map(([name, key]) => [name, key, UNUSABLE_KEY] as const),
    ['a key from outside its networks', 'pk_live_elsewhere', '403 API_KEY_IP_NOT_ALLOWED'],
  ] as const)('refuses %s', async (_, key, expected) => {
    expect(outcomeOf(await client.call(method, path, { key }))).toBe(expected);
  });

  it('accepts a good key, and answers 503 while keys cannot be checked', async () => {
    const reply = await client.call(method, path, { key: 'pk_live_good' });
    expect([200, 400, 404]).toContain(reply.status);
    expect(reply.body.error?.code).not.toBe('NOT_FOUND');
    expect(outcomeOf(await blind.call(method, path, { key: 'pk_live_good' }))).toBe(UNAVAILABLE);
  });
});

describe('5.5 an unusable key', () => {
  it('gets the same message for every reason', async () => {
    const replies = await Promise.all(UNUSABLE.map(([, key]) => client.get('/v1/usage', { key })));
    expect(new Set(replies.map(({ body }) => body.error.message)).size).toBe(1);
  });

  it.each(UNUSABLE)('is judged without the key store only if no key is needed: %s', async (_, key) => {
    expect(outcomeOf(await blind.get('/v1/usage', { key }))).toBe(key ? UNAVAILABLE : UNUSABLE_KEY);
  });
});

describe('5.1 the header X-API-Key', () => {
  const expectUnusable = (reply: Reply) => expect(outcomeOf(reply)).toBe(UNUSABLE_KEY);

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

  it('is found regardless of the case of its name', async () => {
    const headers = { 'x-aPi-kEY': 'pk_live_good' };
    expect((await client.get('/v1/usage', { key: null, headers })).status).toBe(200);
  });
});

describe('5.5 a key that expires', () => {
  it.each(['expires_at', 'revoked_at'])('works until %s and is unusable from exactly that time on', async (end) => {
    const keys = [{ secret: 'pk_live_ends', [end]: '2026-01-01T00:01:00Z' }];
    const { emulator, client: caller } = await emulatorFor({ accounts: [{ name: 'demo', keys }] });
    const seen = [];
    for (const time of ['59999ms', '1ms', '1h']) {
      await emulator.clock.advance(time);
      seen.push(outcomeOf(await caller.get('/v1/usage', { key: 'pk_live_ends' })));
    }
    expect(seen).toEqual([200, UNUSABLE_KEY, UNUSABLE_KEY]);
  });
});
