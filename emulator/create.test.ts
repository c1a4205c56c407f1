import { describe, expect, it } from 'vitest';
import { createEmulator } from './index.ts';
import { clientOf, emulatorFor } from './testing/client.ts';

describe('createEmulator', () => {
  it('listens on a free port of loopback when it resolves', async () => {
    await using emulator = await createEmulator();
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${emulator.url}/v1/usage`, { headers: { 'X-API-Key': emulator.keys.test ?? '' } });
    expect(response.status).toBe(200);
  });

  it('answers without a socket', async () => {
    const { emulator, client } = await emulatorFor();
    expect(emulator.url).toBe('http://emulator.localhost');
    expect((await client.get('/v1/usage')).status).toBe(200);
  });

  it('runs several in one process that know nothing of each other', async () => {
    const { client: one } = await emulatorFor({ seed: 'one' });
    const { client: two } = await emulatorFor({ seed: 'two' });
    const asset = await one.upload();
    expect((await one.get(`/v1/assets/${asset.body.id}`)).status).toBe(200);
    expect((await two.get(`/v1/assets/${asset.body.id}`)).status).toBe(404);
  });

  it('closes at the end of an `await using` block, and leaves nothing listening', async () => {
    let url = '';
    {
      await using emulator = await createEmulator();
      url = emulator.url;
    }
    await expect(fetch(`${url}/v1/usage`)).rejects.toThrow();
  });

  it('leaves the Request and Response of the process as they are', async () => {
    const before = [globalThis.Request, globalThis.Response];
    await using emulator = await createEmulator();
    await clientOf(emulator).get('/v1/usage');
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
    expect(globalThis.Request).toBe(before[0]);
  });

  it('names every wrong option, with the nearest known one', async () => {
    const wrong = { readings: { upload_stauts: 200, retry_after: -1 }, stages: { queued: 'soon' } } as never;
    const refusal = await createEmulator(wrong).catch((error: Error) => error.message);
    expect(refusal).toContain('readings.upload_stauts: is not a known field; did you mean upload_status?');
    expect(refusal).toContain('stages.queued: "soon" is not a duration');
    expect(refusal).toContain('readings.retry_after');
  });
});
