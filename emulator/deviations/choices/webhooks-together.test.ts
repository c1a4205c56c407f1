import { describe, expect, it } from 'vitest';
import { hooked } from '../../testing/choices/hooked-world.ts';
import { endJob, onlyDelivery } from '../../testing/receiving-server.ts';

describe('webhooks under several choices', () => {
  it('an event before its first attempt reaches an endpoint that is registered in the meantime', async () => {
    const { emulator, register, deliver, received } = await hooked({
      first_attempt_delay: '5s',
      event_receivers: 'at_delivery',
    });
    await deliver();
    register('two');
    await emulator.clock.advance('1m');
    expect(received()).toEqual(['one job.succeeded', 'two job.succeeded']);
  });

  it('an event whose first attempt comes after the retention of its job is sent once', async () => {
    const late = { first_attempt_delay: '2h', job_retention: '1h', retention_body: 'nothing_sent' };
    const { emulator, deliver, received } = await hooked(late, 500, 500);
    await deliver();
    await emulator.clock.advance('25h');
    expect([received(), onlyDelivery(emulator).state]).toEqual([['one job.succeeded'], 'cancelled']);
  });

  it('an event that was held back for a disabled endpoint is not sent a day later', async () => {
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
    const states = emulator.webhooks.deliveries().map(({ state }) => state);
    expect([sent.length, states]).toEqual([4, ['delivered', 'delivered', 'delivered']]);
  });

  it('a retry has the form that was chosen after the first attempt', async () => {
    const { emulator, deliver, sent } = await hooked({}, 500, 200);
    await deliver();
    await emulator.readings.set({ signature_hex: 'upper', delivery_headers: 'some' });
    await emulator.clock.advance('2m');
    const isUpper = sent.map(({ request }) => /v1=[0-9A-F]{64}$/.test(String(request.headers['Service-Signature'])));
    expect(isUpper).toEqual([false, true]);
    expect(sent[1]?.request.headers['Service-Delivery-Id']).toBe(onlyDelivery(emulator).id);
  });

  it.each([
    ['attempts-seven', 7],
    ['attempts-without-jitter', 8],
  ] as const)('the old name %s still works', async (name, attempts) => {
    const { emulator, deliver, sent } = await hooked({}, 500);
    await emulator.deviations.on(name);
    await deliver();
    await emulator.clock.advance('25h');
    expect(sent).toHaveLength(attempts);
  });
});
