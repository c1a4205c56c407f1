import { describe, expect, it } from 'vitest';
import { createEmulator } from './index.ts';
import { clientOf } from './testing/client.ts';
import { aMoment } from './testing/open-world.ts';
import { openReceivingServer } from './testing/receiving-server.ts';

/** Longer than the time limit of a test, so only a close can have ended the wait. */
const LONG = '50s';

/** The number of timers that keep this process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('close', () => {
  it.each(['socket', 'fetch'])('ends a delay in progress that was requested by %s', async (way) => {
    const emulator = await createEmulator({ clock: 'frozen' });
    emulator.faults.add({ effect: { kind: 'delay', by: LONG } });
    const asked = way === 'socket' ? fetch(`${emulator.url}/v1/usage`) : emulator.fetch('/v1/usage');
    const failed = asked.catch((error: Error) => error);
    while (emulator.faults.list()[0]?.hits !== 1) await aMoment();
    const before = timers();
    await emulator.close();
    expect(await failed).toBeInstanceOf(Error);
    expect(timers()).toBeLessThan(before);
  });

  it('ends a body that is sent slowly', async () => {
    const emulator = await createEmulator({ clock: 'frozen' });
    emulator.faults.add({ effect: { kind: 'dribble', every: LONG } });
    const response = await fetch(`${emulator.url}/v1/usage`);
    const failed = response.text().catch((error: Error) => error);
    const before = timers();
    await emulator.close();
    expect(await failed).toBeInstanceOf(Error);
    await aMoment();
    expect(timers()).toBeLessThan(before);
  });

  it('ends the calls that wait for a request', async () => {
    const emulator = await createEmulator({ clock: 'frozen' });
    const inCode = emulator.journal.wait({ request: {}, timeout: '5m' }).catch((error: Error) => error.message);
    const init = { method: 'POST', body: JSON.stringify({ request: {}, timeout: '5m' }) };
    const withoutSocket = emulator.fetch('/_emulator/v1/journal/wait', init);
    await aMoment();
    await emulator.close();
    expect(await inCode).toBe('the world default was removed');
    expect((await withoutSocket).status).toBe(409);
  });

  it.each(['close', 'remove'])('does not wait for a receiver that hangs: %s', async (way) => {
    await using server = await openReceivingServer(() => undefined);
    const emulator = await createEmulator({ clock: 'frozen', webhook_timeout: LONG });
    const world = way === 'close' ? emulator : await emulator.worlds.create({ clock: 'frozen' });
    const { id } = world.webhooks.register({ url: server.url });
    void world.webhooks.ping(id).catch(() => null);
    while (server.received.length === 0) await aMoment();
    if (way === 'remove') await emulator.worlds.remove(world.name);
    await emulator.close();
    expect(server.received).toHaveLength(1);
  });

  it('also ends fetch', async () => {
    const emulator = await createEmulator({ listen: false });
    expect((await clientOf(emulator).get('/v1/usage')).status).toBe(200);
    await emulator.close();
    await expect(emulator.fetch('/v1/usage')).rejects.toThrow('the emulator is closed');
    await expect(emulator.fetch('/_emulator/v1/health')).rejects.toThrow('the emulator is closed');
  });
});
