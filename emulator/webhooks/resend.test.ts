import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { endJob, eventsOf, headerOf, onlyDelivery } from '../testing/receiving-server.ts';
import { hooked } from './testing/hooked.ts';

describe('6.1 test.ping', () => {
  it('is sent whatever the subscription, with the endpoint as its object', async () => {
    const { server, emulator, id } = await hooked(200, {}, { events: ['job.failed'] });
    const delivery = await emulator.webhooks.ping(id);
    expect(delivery).toMatchObject({
      state: 'delivered',
      event: { type: 'test.ping', job: null },
      attempts: [{ number: 1, status: 200 }],
    });
    expect(server.received[0]?.body.toString()).toBe(
      `{"id":"${delivery.event.id}","object":"event","type":"test.ping","api_version":"v1","created":"2026-01-01T00:00:00.000Z","livemode":false,"data":{"object":{"object":"test","endpoint_id":"${id}"}}}`,
    );
    expect(server.received.map((request) => headerOf(request, 'Service-Event-Type'))).toEqual(['test.ping']);
  });

  it('is attempted once, and so is its resend', async () => {
    const { server, emulator, id } = await hooked(500);
    const ping = await emulator.webhooks.ping(id);
    expect(ping).toMatchObject({ state: 'exhausted', next_attempt_at: null });
    await emulator.clock.advance('25h');
    expect(server.received).toHaveLength(1);
    expect(await emulator.webhooks.resend(ping.id)).toMatchObject({ state: 'exhausted', event: ping.event });
    await emulator.clock.advance('25h');
    expect(server.received).toHaveLength(2);
  });
});

describe('6.5 a resend (reading 54)', () => {
  it('is a separate delivery with the same event id, and attempts from 1', async () => {
    const { server, emulator, id } = await hooked();
    await endJob(emulator);
    const original = onlyDelivery(emulator);
    const resent = await emulator.webhooks.resend(original.id);
    expect(resent.id).not.toBe(original.id);
    expect(resent).toMatchObject({
      event: original.event,
      resend: true,
      state: 'delivered',
      attempts: [{ number: 1 }],
    });
    expect(emulator.webhooks.deliveries(id)).toEqual([original, resent]);
    expect(server.received.map((request) => headerOf(request, 'Service-Delivery-Attempt'))).toEqual(['1', '1']);
    expect(server.received.map((request) => headerOf(request, 'Service-Event-Id'))).toEqual([
      original.event.id,
      original.event.id,
    ]);
    expect(server.received[1]?.body).toEqual(server.received[0]?.body);
  });

  it('is retried within the 24 hours of its event, but not later', async () => {
    const { emulator } = await hooked(500);
    await endJob(emulator);
    await emulator.clock.advance('20h');
    const resent = await emulator.webhooks.resend(emulator.webhooks.deliveries()[0]?.id ?? '');
    expect(resent.state).toBe('pending');
    await emulator.clock.advance('30h');
    const last = emulator.webhooks.deliveries().find(({ id }) => id === resent.id);
    expect(last?.state).toBe('exhausted');
    // Waits of 1 m, 5 m, 30 m and 1 h fit into the remaining four hours; another 3 h only fit if the draws are small.
    expect([5, 6]).toContain(last?.attempts.length);
    expect(last?.attempts.at(-1)?.at.localeCompare('2026-01-02T00:00:04.000Z')).toBeLessThanOrEqual(0);
  });

  it('does not change the schedule of the pending original', async () => {
    let status = 500;
    const { emulator } = await hooked((response) => response.writeHead(status).end());
    await endJob(emulator);
    const { id, next_attempt_at } = onlyDelivery(emulator);
    status = 200;
    await emulator.webhooks.resend(id);
    expect(emulator.webhooks.deliveries()).toMatchObject([
      { state: 'pending', next_attempt_at },
      { state: 'delivered', resend: true },
    ]);
  });

  it('and a ping are refused for a disabled endpoint (reading 56)', async () => {
    const { server, emulator, id } = await hooked();
    await endJob(emulator);
    emulator.webhooks.disable(id);
    const refusal = { status: 409, message: `the endpoint ${id} is disabled; enable it first` };
    await expect(emulator.webhooks.resend(onlyDelivery(emulator).id)).rejects.toMatchObject(refusal);
    await expect(emulator.webhooks.ping(id)).rejects.toMatchObject(refusal);
    expect(server.received).toHaveLength(1);
    expect(emulator.webhooks.deliveries()).toHaveLength(1);
  });

  it('of an unknown delivery is refused', async () => {
    const { emulator } = await emulatorFor();
    const missing = { status: 404 };
    await expect(emulator.webhooks.resend('del_none')).rejects.toMatchObject(missing);
    await expect(emulator.webhooks.ping('we_none')).rejects.toMatchObject(missing);
  });
});

describe('6.2 a job that no longer exists', () => {
  const shortBody = (job: string) => `"data":{"object":{"id":"${job}","object":"job","deleted":true}}}`;
  const endsOf = (server: { received: { body: Buffer }[] }) =>
    server.received.map(({ body }) => body.toString().replace(/^.*(?="data":)/, ''));

  it('because it was deleted before a retry, is sent as deleted from then on', async () => {
    const { server, emulator, client } = await hooked(500);
    const job = await endJob(emulator);
    await emulator.clock.advance('2m');
    const { text } = await client.get(`/v1/jobs/${job}`);
    expect((await client.call('DELETE', `/v1/jobs/${job}`)).status).toBe(204);
    await emulator.clock.advance('10m');
    expect(endsOf(server)).toEqual([`"data":{"object":${text}}}`, `"data":{"object":${text}}}`, shortBody(job)]);
    expect(new Set(eventsOf(server).map(({ id, type, created }) => `${id} ${type} ${created}`)).size).toBe(1);
  });

  it('because it was deleted before a resend, is resent as deleted', async () => {
    const { server, emulator, client } = await hooked();
    const job = await endJob(emulator);
    await client.call('DELETE', `/v1/jobs/${job}`);
    await emulator.webhooks.resend(onlyDelivery(emulator).id);
    expect(endsOf(server)[1]).toBe(shortBody(job));
  });
});
