import { describe, expect, it } from 'vitest';
import { createEmulator } from './index.ts';
import { clientOf, emulatorFor } from './testing/client.ts';
import { scratchFolder } from './testing/scratch-folder.ts';

const { write } = scratchFolder();

describe('createEmulator', () => {
  it('listens on a free loopback port when it resolves', async () => {
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

  it('runs several emulators in one process that do not affect each other', async () => {
    const { client: one } = await emulatorFor({ seed: 'one' });
    const { client: two } = await emulatorFor({ seed: 'two' });
    const asset = await one.upload();
    expect((await one.get(`/v1/assets/${asset.body.id}`)).status).toBe(200);
    expect((await two.get(`/v1/assets/${asset.body.id}`)).status).toBe(404);
  });

  it('closes at the end of an `await using` block, and nothing listens afterwards', async () => {
    let url = '';
    {
      await using emulator = await createEmulator();
      url = emulator.url;
    }
    await expect(fetch(`${url}/v1/usage`)).rejects.toThrow();
  });

  it('does not replace the Request and Response of the process', async () => {
    const before = [globalThis.Request, globalThis.Response];
    await using emulator = await createEmulator();
    await clientOf(emulator).get('/v1/usage');
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
    expect(globalThis.Request).toBe(before[0]);
  });

  it('accepts a file, and options override its content', async () => {
    const file = write(
      'emulator.yaml',
      'clock: frozen\nseed: file\nreadings: {upload_status: 200, codes: {not_found: NO_PATH}}\nstages: {queued: 9s}\n',
    );
    const readings = { wrong_method: 405, codes: { asset_expired: 'GONE' } } as const;
    await using emulator = await createEmulator({ config: file, seed: 'mine', readings, listen: false });
    const chosen = Object.fromEntries(emulator.readings.read().map(({ name, choice }) => [name, choice]));
    expect(chosen).toMatchObject({
      upload_status: 200,
      wrong_method: 405,
      'codes.not_found': 'NO_PATH',
      'codes.asset_expired': 'GONE',
      'stages.queued': 9_000,
    });
    expect(emulator.clock.read().mode).toBe('frozen');
    await using other = await createEmulator({ seed: 'mine', clock: 'frozen', listen: false });
    const ids = await Promise.all([emulator, other].map(async (one) => (await clientOf(one).upload()).body.id));
    expect(ids[0]).toBe(ids[1]);
    const bad = write('bad.yaml', 'seed: one\nclokc: frozen\n');
    await expect(createEmulator({ config: bad })).rejects.toThrow(`${bad}:2:1: clokc is not a known field`);
    await expect(createEmulator({ config: 'nowhere.yaml' })).rejects.toThrow('there is no such file');
  });

  it('names every invalid option, with the nearest known one', async () => {
    const wrong = { readings: { upload_stauts: 200, retry_after: -1 }, stages: { queued: 'soon' } } as never;
    const refusal = await createEmulator(wrong).catch((error: Error) => error.message);
    expect(refusal).toContain('readings.upload_stauts: is not a known field; did you mean upload_status?');
    expect(refusal).toContain('stages.queued: "soon" is not a duration');
    expect(refusal).toContain('readings.retry_after');
  });
});
