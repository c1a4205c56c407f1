import { describe, expect, it } from 'vitest';
import { hooked } from '../../testing/hooked-world.ts';
import { endJob, onlyDelivery } from '../../testing/receiving-server.ts';

describe('webhooks under several choices', () => {
  it('an event that waits for its first attempt reaches who registers meanwhile, where receivers are those of the delivery', async () => {
    const { emulator, register, told } = await hooked({ first_attempt_delay: '5s', event_receivers: 'at_delivery' });
    register();
    await endJob(emulator);
    register('two');
    await emulator.clock.advance('1m');
    expect(told()).toEqual(['one job.succeeded', 'two job.succeeded']);
  });

  it('an event whose first attempt comes after the retention of its job is sent all the same, once', async () => {
    const late = { first_attempt_delay: '2h', job_retention: '1h', retention_body: 'nothing_sent' } as const;
    const { emulator, register, told } = await hooked(late, 500, 500);
    register();
    await endJob(emulator);
    await emulator.clock.advance('25h');
    expect([told(), onlyDelivery(emulator).state]).toEqual([['one job.succeeded'], 'cancelled']);
  });

  it('what was held back for a disabled endpoint is not sent after the day of its event', async () => {
    const { emulator, register, sent } = await hooked({ events_while_disabled: 'sent_when_enabled' });
    const { id } = register();
    emulator.webhooks.disable(id);
    await endJob(emulator);
    await emulator.clock.advance('25h');
    emulator.webhooks.enable(id);
    await emulator.webhooks.settled();
    expect([sent.length, onlyDelivery(emulator).state]).toEqual([0, 'exhausted']);
  });

  it('a repeated delivery that fails stays delivered', async () => {
    const { emulator, register, sent } = await hooked({ duplicate_deliveries: 'every_third' }, 200, 200, 200, 500);
    register();
    for (let job = 0; job < 3; job += 1) await endJob(emulator);
    await emulator.clock.advance('2h');
    expect([sent.length, emulator.webhooks.deliveries().map(({ state }) => state)]).toEqual([
      4,
      ['delivered', 'delivered', 'delivered'],
    ]);
  });

  it('are set while a world runs, also for a delivery that is under way', async () => {
    const { emulator, register, sent } = await hooked({}, 500, 200);
    register();
    await endJob(emulator);
    await emulator.readings.set({ signature_hex: 'upper', delivery_headers: 'some' });
    await emulator.clock.advance('2m');
    expect(sent.map(({ request }) => /v1=[0-9A-F]{64}$/.test(String(request.headers['Service-Signature'])))).toEqual([
      false,
      true,
    ]);
    expect(sent[1]?.request.headers['Service-Delivery-Id']).toBe(onlyDelivery(emulator).id);
  });
});
