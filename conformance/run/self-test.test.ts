import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { startEmulator } from './self-test.ts';

const usage = (base_url: string, key: string) => request(base_url).get('/v1/usage').set('X-API-Key', key);

describe('The server to try the kit on', () => {
  it('serves the API and the driver contract until it is closed', async () => {
    const { base_url, driver_url, close } = await startEmulator();
    await usage(base_url, 'pk_test_demo').expect(200);
    await request(driver_url).get('/capabilities').expect(200);
    await close();
    await expect(usage(base_url, 'pk_test_demo')).rejects.toThrow('ECONNREFUSED');
  });
});
