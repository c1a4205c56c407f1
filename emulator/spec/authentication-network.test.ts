import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../index.ts';
import { clientOf, emulatorFor } from '../testing/client.ts';

const ELSEWHERE = { networks: ['203.0.113.0/24'] };
/** Every test calls from 127.0.0.1, with and without a socket. */
const KEYS = [
  { secret: 'pk_test_everywhere' },
  { secret: 'pk_test_the_address', networks: ['127.0.0.1'] },
  { secret: 'pk_test_a_range', networks: ['127.0.0.0/8'] },
  { secret: 'pk_test_one_of_several', networks: ['10.0.0.0/8', '::1', '127.0.0.0/30'] },
  { secret: 'pk_test_another', networks: ['127.0.0.2'] },
  { secret: 'pk_test_nowhere', networks: [] },
  { secret: 'pk_test_elsewhere', ...ELSEWHERE },
  { secret: 'pk_test_revoked', ...ELSEWHERE, revoked_at: '2025-01-01T00:00:00Z' },
];
const accounts = [{ name: 'demo', keys: KEYS }];
const TABLE = KEYS.map(({ secret }, index) => [
  secret,
  index < 4 ? '200' : secret === 'pk_test_revoked' ? '401 INVALID_API_KEY' : '403 API_KEY_IP_NOT_ALLOWED',
]);

const { client } = await emulatorFor({ accounts });
let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ accounts, clock: 'frozen' });
});
afterAll(() => emulator.close());

describe('5.5 a network allowlist', () => {
  it.each(TABLE)('answers %s with %s, without a socket and over one', async (key = '', expected) => {
    const overSocket = clientOf({ keys: emulator.keys, fetch: (path, init) => fetch(emulator.url + path, init) });
    for (const caller of [client, overSocket]) {
      const { status, body } = await caller.get('/v1/usage', { key });
      expect([status, body.error?.code].filter(Boolean).join(' ')).toBe(expected);
    }
  });

  it.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'True-Client-IP'])('ignores the header %s', async (name) => {
    const headers = { [name]: name === 'Forwarded' ? 'for=203.0.113.1' : '203.0.113.1' };
    expect((await client.get('/v1/usage', { key: 'pk_test_elsewhere', headers })).status).toBe(403);
  });
});
