import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { clientOf } from '../testing/client.ts';

describe('a day on which the receiver is down', () => {
  it('is one test: eight attempts on the schedule, then exhausted', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const receiver = await emulator.webhooks.receiver({ otherwise: 500 });
    const { body: job } = await clientOf(emulator).submitOn('makeup.apply');

    await emulator.clock.advance('25h');

    const [delivery] = emulator.webhooks.deliveries(receiver.endpoint);
    expect(delivery?.state).toBe('exhausted');
    expect([7, 8]).toContain(receiver.received.length);
    expect(receiver.received.map(({ attempt }) => attempt)).toEqual(receiver.received.map((_, index) => index + 1));
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(receiver.received.every(({ verification }) => verification.ok)).toBe(true);
    expect(receiver.received[0]?.event).toMatchObject({ type: 'job.succeeded', data: { object: { id: job.id } } });
  });

  it('recovers at the attempt that is answered', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const receiver = await emulator.webhooks.receiver({ replies: [500, 'timeout', 302, 'reset', 200] });
    await clientOf(emulator).submitOn('skin.analyze');
    await emulator.clock.advance({ until: 'idle' });

    const [delivery] = emulator.webhooks.deliveries(receiver.endpoint);
    expect(delivery?.attempts.map(({ status, failure }) => status ?? failure)).toEqual([
      500,
      'timeout',
      302,
      'connection',
      200,
    ]);
    expect(delivery?.state).toBe('delivered');
  });
});
