import { describe, expect, it } from 'vitest';
import type { DeliveryReport } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { endJob, eventsOf, onlyDelivery, openReceivingServer } from '../testing/receiving-server.ts';
import { hooked } from './testing/hooked.ts';

/** The log without real-time measurements. */
const logOf = (deliveries: readonly DeliveryReport[]) =>
  deliveries.map(({ attempts, ...delivery }) => ({
    ...delivery,
    attempts: attempts.map(({ number, at, status }) => ({ number, at, status })),
  }));

describe('snapshots of a world with deliveries', () => {
  it('continue a pending schedule identically, however often they are loaded', async () => {
    const { server, emulator } = await hooked(500);
    await endJob(emulator);
    await emulator.clock.advance('1h');
    const before = logOf(emulator.webhooks.deliveries());
    expect(before).toMatchObject([{ state: 'pending' }]);
    emulator.snapshots.save('waiting');

    const runs = [];
    for (let run = 0; run < 3; run += 1) {
      server.received.length = 0;
      await emulator.clock.advance('25h');
      runs.push({ log: logOf(emulator.webhooks.deliveries()), events: eventsOf(server) });
      emulator.snapshots.load('waiting');
      expect(logOf(emulator.webhooks.deliveries())).toEqual(before);
    }
    expect(runs[0]?.log).toMatchObject([{ state: 'exhausted' }]);
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
  });

  it('restore endpoints, their secrets and their series of failures', async () => {
    const { emulator, id } = await hooked(500, {}, { secret: 'whsec_kept' });
    await emulator.webhooks.ping(id);
    emulator.snapshots.save('kept');
    const before = emulator.webhooks.read(id);
    emulator.webhooks.remove(id);
    emulator.snapshots.load('kept');
    expect(emulator.webhooks.read(id)).toEqual(before);
    expect(before.failing).toEqual({ count: 1, since: '2026-01-01T00:00:00.000Z' });
    await emulator.webhooks.ping(id);
    expect(emulator.webhooks.read(id).failing?.count).toBe(2);
  });

  it('discard the result of an attempt that was in progress when they are loaded', async () => {
    let held = 0;
    const { emulator } = await hooked((response) => {
      held += 1;
      if (held > 1) response.writeHead(200).end();
      else setTimeout(() => response.writeHead(500).end(), 30);
    });
    emulator.snapshots.save('before');
    const ended = endJob(emulator);
    await expect.poll(() => held).toBe(1);
    emulator.snapshots.load('before');
    await ended;
    expect(emulator.webhooks.deliveries()).toEqual([]);
    await endJob(emulator);
    expect(onlyDelivery(emulator)).toMatchObject({ state: 'delivered', attempts: [{ number: 1, status: 200 }] });
  });
});

describe('worlds next to each other', () => {
  it('send nothing after they were removed', async () => {
    await using server = await openReceivingServer(500);
    const { emulator } = await emulatorFor();
    const other = await emulator.worlds.create({ name: 'other', clock: 'frozen' });
    const { id } = other.webhooks.register({ url: server.url });
    await other.webhooks.ping(id);
    await emulator.worlds.remove('other');
    await emulator.clock.advance('25h');
    expect(server.received).toHaveLength(1);
  });
});
