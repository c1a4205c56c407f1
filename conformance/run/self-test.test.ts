import { describe, expect, it } from 'vitest';
import { startEmulator } from './self-test.ts';

describe('The server to try the kit on', () => {
  it('serves the API and the driver contract beside it, until it is closed', async () => {
    const { base_url, driver_url, close } = await startEmulator();
    const statusOf = async (url: string) => (await fetch(url, { headers: { 'X-API-Key': 'pk_test_demo' } })).status;
    expect([await statusOf(`${base_url}/v1/usage`), await statusOf(`${driver_url}/capabilities`)]).toEqual([200, 200]);
    await close();
    await expect(statusOf(`${base_url}/v1/usage`)).rejects.toThrow('fetch failed');
  });

  it('is as its options say', async () => {
    const { base_url, close } = await startEmulator({ accounts: [{ name: 'a', keys: [{ secret: 'pk_test_only' }] }] });
    const { status } = await fetch(`${base_url}/v1/usage`, { headers: { 'X-API-Key': 'pk_test_only' } });
    expect(status).toBe(200);
    await close();
  });
});
