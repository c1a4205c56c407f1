import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';

const RECEIVERS = '/_emulator/v1/receivers';

describe('A receiver over HTTP', () => {
  it('answers as scripted, and shows what it received', async () => {
    const { emulator, client } = await emulatorFor();
    const { status, body: made } = await client.call('POST', RECEIVERS, { json: { replies: [500, 'timeout'] } });
    expect([status, made.received]).toEqual([201, []]);
    await client.submitOn('makeup.apply');
    await emulator.clock.advance('2h');
    const { body: receiver } = await client.get(`${RECEIVERS}/${made.id}`);
    expect(
      receiver.received.map(({ attempt, verified, reply }: Record<string, unknown>) => [attempt, verified, reply]),
    ).toEqual([
      [1, true, 500],
      [2, true, 'timeout'],
      [3, true, 200],
    ]);
    expect(JSON.parse(receiver.received[0].body).type).toBe('job.succeeded');
    expect((await client.get(RECEIVERS)).body).toEqual([receiver]);
  });

  it.each([
    [{ replies: ['later'] }, 'replies[0]'],
    [{ replies: [99] }, 'replies[0]'],
    [{ otherwise: 'never' }, 'otherwise'],
    [{ events: ['job.lost'] }, 'events[0]'],
    [{ url: 'http://127.0.0.1:9/' }, 'url'],
  ])('is refused with %j', async (json, path) => {
    const { emulator, client } = await emulatorFor();
    const { status, body } = await client.call('POST', RECEIVERS, { json });
    expect([status, body.error.problems[0]?.path]).toEqual([400, path]);
    expect(emulator.webhooks.list()).toEqual([]);
  });
});

describe('The requests of a delivery', () => {
  it('are reported as they were sent, with the signed text and the secret', async () => {
    const { emulator, client } = await emulatorFor();
    const receiver = await emulator.webhooks.receiver();
    await emulator.webhooks.rotate(receiver.endpoint);
    const { id } = await emulator.webhooks.ping(receiver.endpoint);
    const { body: requests } = await client.get(`/_emulator/v1/deliveries/${id}/requests`);
    const [came] = receiver.received;
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      url: receiver.url,
      body: came?.raw.toString(),
      base_string: `${/t=(\d+)/.exec(came?.headers['service-signature'] ?? '')?.[1]}.${came?.raw}`,
      signatures: [{ secret: 'present' }, { secret: 'previous' }],
    });
  });

  it('can be found by their job and by their endpoint', async () => {
    const { emulator, client } = await emulatorFor();
    const receiver = await emulator.webhooks.receiver();
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance({ until: 'idle' });
    await emulator.webhooks.ping(receiver.endpoint);
    expect(emulator.inspect.deliveries({ job: job.id })).toHaveLength(1);
    expect(emulator.inspect.deliveries({ endpoint: receiver.endpoint })).toHaveLength(2);
    const [last] = emulator.inspect.deliveries({ limit: 1 });
    expect(last?.event.type).toBe('test.ping');
    expect(emulator.inspect.deliveries({ id: last?.id ?? '' })).toEqual([last]);
  });
});
