import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';

/** Every test calls from 127.0.0.1: over a socket, and without one as well. */
const NETWORKS = [
  ['the address', ['127.0.0.1'], true],
  ['a range around it', ['127.0.0.0/8'], true],
  ['one of several', ['10.0.0.0/8', '::1', '127.0.0.0/30'], true],
  ['another address', ['127.0.0.2'], false],
  ['no network', [], false],
] as const;

const secretOf = (index: number) => `pk_test_network_${index}`;
const ACCOUNTS = [
  {
    name: 'demo',
    keys: [
      { secret: 'pk_test_everywhere' },
      ...NETWORKS.map(([, networks], index) => ({ secret: secretOf(index), networks: [...networks] })),
      { secret: 'pk_test_elsewhere', networks: ['203.0.113.0/24'] },
      { secret: 'pk_test_revoked_elsewhere', networks: ['203.0.113.0/24'], revoked_at: '2025-01-01T00:00:00Z' },
    ],
  },
];
const TABLE = NETWORKS.map(([name, , allowed], index) => [name, allowed, secretOf(index)] as const);

const { client } = await emulatorFor({ accounts: ACCOUNTS });

describe('5.5 a network allowlist', () => {
  it.each(TABLE)('of %s judges a request without a socket', async (_, allowed, key) => {
    const reply = await client.get('/v1/usage', { key });
    expect(reply.status).toBe(allowed ? 200 : 403);
    expect(reply.body.error?.code).toBe(allowed ? undefined : 'API_KEY_IP_NOT_ALLOWED');
  });

  it('is not spoken of to a caller whose key is unusable', async () => {
    const reply = await client.get('/v1/usage', { key: 'pk_test_revoked_elsewhere' });
    expect([reply.status, reply.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
  });

  it.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'True-Client-IP'])(
    'does not believe what %s says',
    async (name) => {
      const headers = { [name]: name === 'Forwarded' ? 'for=203.0.113.1' : '203.0.113.1' };
      expect((await client.get('/v1/usage', { key: 'pk_test_elsewhere', headers })).status).toBe(403);
    },
  );
});

describe('5.5 a network allowlist over a socket', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await createEmulator({ accounts: ACCOUNTS, clock: 'frozen' });
  });
  afterAll(() => emulator.close());

  it.each(TABLE)('of %s judges the address of the caller', async (_, allowed, key) => {
    const response = await fetch(`${emulator.url}/v1/usage`, { headers: { 'X-API-Key': key } });
    const body = (await response.json()) as { error?: { code: string } };
    expect(response.status).toBe(allowed ? 200 : 403);
    expect(body.error?.code).toBe(allowed ? undefined : 'API_KEY_IP_NOT_ALLOWED');
  });

  it('lets a key without one through', async () => {
    const headers = { 'X-API-Key': 'pk_test_everywhere' };
    expect((await fetch(`${emulator.url}/v1/usage`, { headers })).status).toBe(200);
  });
});
