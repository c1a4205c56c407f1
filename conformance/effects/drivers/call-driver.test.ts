import { afterAll, expect, it } from 'vitest';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { createHttpClient } from '../http/http-client.ts';
import { callDriver } from './call-driver.ts';
import { connectDrivers } from './contract-client.ts';
import { DriverFailed } from './drivers.ts';

const BASE = 'http://127.0.0.1:1/drive';
const http = createHttpClient({ base_url: BASE });
afterAll(() => http.close());
const line = { ...http, token: null, baseOf: () => BASE };

it.each([
  ['a path that leads out of the drivers', { path: '/jobs/..%2F../step', key: null }, 'leads out of base_url'],
  ['a key with the end of a line', { path: '/jobs', key: 'a\r\nX-B: c' }, 'the header X-API-Key cannot be sent'],
])('%s is a failure of the driver that returned it, and is not sent', async (_, call, message) => {
  const calling = callDriver(line, 'jobs', { method: 'GET', ...call });
  await expect(calling).rejects.toThrow(DriverFailed);
  await expect(calling).rejects.toThrow(message);
});

it('a key that a header cannot contain is treated as missing', async () => {
  const text = JSON.stringify({ id: 'a', keys: { primary: { secret: 'pk_test_a\r\nX-B: c' } }, drivers: ['tenants'] });
  const said = {
    answer: { status: 200, headers: [], body: { kind: 'text', text } as const },
    silence: null,
    detail: null,
  };
  const target = targetFromFlags({ base_url: BASE, drivers: { url: BASE } });
  const drivers = await connectDrivers(target, { send: async () => said });
  await expect(drivers.createAccount({ keys: {} })).rejects.toThrow('there is no usable "keys" in its answer');
});
