import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { endJob, eventsOf, headerOf, onlyDelivery, openReceivingServer } from '../testing/receiving-server.ts';
import { hooked } from './testing/hooked.ts';

const FAILED = { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } } as const;

describe('6.1 event types', () => {
  it('job.succeeded is emitted when the job reaches succeeded, and not before', async () => {
    const { server, emulator, client } = await hooked();
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('3999ms');
    expect(server.received).toEqual([]);
    await emulator.clock.advance('1ms');
    expect(eventsOf(server)).toMatchObject([{ type: 'job.succeeded', data: { object: { id: job.id } } }]);
  });

  it('job.failed is emitted when the job reaches failed', async () => {
    const { server, emulator } = await hooked(200, { plans: [FAILED] });
    const id = await endJob(emulator);
    const object = { id, status: 'failed', output: null, error: { code: 'PROCESSING_FAILED' } };
    expect(eventsOf(server)).toMatchObject([{ type: 'job.failed', data: { object } }]);
  });

  it('job.cancelled is emitted when a cancel is honoured at the next boundary', async () => {
    const { server, emulator, client } = await hooked();
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance('1200ms');
    expect((await client.call('POST', `/v1/jobs/${job.id}/cancel`)).status).toBe(202);
    await emulator.webhooks.settled();
    expect(server.received).toEqual([]);
    await emulator.clock.advance('300ms');
    expect(eventsOf(server)).toMatchObject([{ type: 'job.cancelled', created: '2026-01-01T00:00:01.500Z' }]);
  });

  it('a job emits exactly one terminal event, whatever is done to it afterwards', async () => {
    const { server, emulator, client } = await hooked();
    const { body: cancelled } = await client.submitOn('makeup.apply');
    await client.call('POST', `/v1/jobs/${cancelled.id}/cancel`);
    const ended = await endJob(emulator, { client });
    for (const id of [cancelled.id, ended]) {
      await client.call('POST', `/v1/jobs/${id}/cancel`);
      await client.call('DELETE', `/v1/jobs/${id}`);
    }
    await emulator.clock.advance('9d');
    expect(eventsOf(server).map(({ type, data }) => [type, data.object.id])).toEqual([
      ['job.cancelled', cancelled.id],
      ['job.succeeded', ended],
    ]);
  });
});

describe('6.2 the envelope', () => {
  it.each(['skin.analyze', 'makeup.apply', 'hair.try_on'] as const)(
    'of %s has data.object byte for byte as in the answer of GET /v1/jobs/{id}',
    async (operation) => {
      const { server, emulator, client } = await hooked();
      const id = await endJob(emulator, { operation });
      const { text } = await client.get(`/v1/jobs/${id}`);
      const [event] = eventsOf(server);
      const head = `{"id":"${event.id}","object":"event","type":"job.succeeded","api_version":"v1","created":"2026-01-01T00:00:04.000Z","livemode":false`;
      expect(server.received[0]?.body.toString()).toBe(`${head},"data":{"object":${text}}}`);
      expect(event.id).toMatch(/^evt_[0-9A-Za-z]+$/);
    },
  );

  it.each([
    ['live', true],
    ['test', false],
  ] as const)('of a job in %s has livemode: %s', async (environment, livemode) => {
    const { server, emulator } = await hooked(200, {}, { environment });
    await endJob(emulator, { key: emulator.keys[environment] });
    expect(eventsOf(server)).toMatchObject([{ livemode, data: { object: { livemode } } }]);
  });

  it('has no livemode if the account has no test key', async () => {
    const { server, emulator, id } = await hooked(
      200,
      { accounts: [{ name: 'solo', keys: [{ secret: 'pk_live_solo' }] }] },
      { environment: 'live' },
    );
    await endJob(emulator, { key: 'pk_live_solo' });
    await emulator.webhooks.ping(id);
    const [event, ping] = eventsOf(server);
    expect(Object.keys(event)).toEqual(['id', 'object', 'type', 'api_version', 'created', 'data']);
    expect(Object.keys(ping)).toEqual(['id', 'object', 'type', 'api_version', 'created', 'data']);
    expect(event.data.object).not.toHaveProperty('livemode');
  });

  it('keeps created at the time of the transition, and the same bytes, in all retries', async () => {
    const { server, emulator } = await hooked(500);
    await endJob(emulator);
    await emulator.clock.advance('3h');
    const bodies = server.received.map(({ body }) => body.toString());
    expect(bodies.length).toBeGreaterThanOrEqual(4);
    expect(new Set(bodies).size).toBe(1);
    expect(eventsOf(server)[0].created).toBe('2026-01-01T00:00:04.000Z');
  });

  it('contains neither the account nor any key', async () => {
    const accounts = [{ name: 'secretive', keys: [{ secret: 'pk_test_hidden' }] }];
    const { server, emulator } = await hooked(200, { accounts });
    await endJob(emulator, { operation: 'skin.analyze', key: 'pk_test_hidden' });
    expect(server.received[0]?.body.toString()).not.toMatch(/secretive|hidden|https?:/);
  });
});

describe('6.3 the delivery request', () => {
  it('is a POST to the complete URL with exactly these headers', async () => {
    await using server = await openReceivingServer(500);
    const { emulator } = await emulatorFor();
    emulator.webhooks.register({ url: `${server.url}/deep?tenant=7` });
    await endJob(emulator);
    await emulator.clock.advance('10m');

    const [event] = eventsOf(server);
    expect(server.received.length).toBe(3);
    for (const [index, request] of server.received.entries()) {
      expect([request.method, request.path]).toEqual(['POST', '/hooks/deep?tenant=7']);
      expect(request.headerNames).toEqual([
        'Content-Type',
        'User-Agent',
        'Service-Event-Id',
        'Service-Event-Type',
        'Service-Delivery-Attempt',
        'Service-Signature',
      ]);
      expect(headerOf(request, 'Content-Type')).toBe('application/json');
      expect(headerOf(request, 'User-Agent')).toBe('Service-Webhooks/1');
      expect(headerOf(request, 'Service-Event-Id')).toBe(event.id);
      expect(headerOf(request, 'Service-Event-Type')).toBe('job.succeeded');
      expect(headerOf(request, 'Service-Delivery-Attempt')).toBe(String(index + 1));
      expect(headerOf(request, 'Service-Signature')).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
      expect(headerOf(request, 'Content-Length')).toBe(String(request.body.byteLength));
    }
  });
});

describe('6.5 the delivery log', () => {
  it('contains every attempt with its time, status, answer and duration', async () => {
    const replies = [503, 410, 200];
    const {
      server,
      emulator,
      client,
      id: endpoint,
    } = await hooked(
      (response) => {
        response.writeHead(replies.shift() ?? 200).end('what the receiver says');
      },
      { seed: 'log' },
    );
    const job = await endJob(emulator, { client });

    const waiting = onlyDelivery(emulator, endpoint);
    expect(waiting).toMatchObject({ state: 'pending', resend: false, endpoint });
    expect(waiting.event).toEqual({
      id: eventsOf(server)[0].id,
      type: 'job.succeeded',
      created: '2026-01-01T00:00:04.000Z',
      job,
    });
    expect(waiting.id).toMatch(/^del_/);

    await emulator.clock.advance('10m');
    const { attempts, state, next_attempt_at } = onlyDelivery(emulator, endpoint);
    expect({ state, next_attempt_at }).toEqual({ state: 'delivered', next_attempt_at: null });
    expect(attempts.map(({ number, status, failure, answer }) => [number, status, failure, answer])).toEqual([
      [1, 503, null, 'what the receiver says'],
      [2, 410, null, 'what the receiver says'],
      [3, 200, null, 'what the receiver says'],
    ]);
    expect(attempts.map(({ at }) => at).slice(0, 2)).toEqual(['2026-01-01T00:00:04.000Z', waiting.next_attempt_at]);
    expect(attempts.every(({ took }) => Number.isInteger(took) && took >= 0)).toBe(true);
  });

  it('lists one endpoint, or all, oldest first', async () => {
    await using server = await openReceivingServer();
    const { emulator } = await emulatorFor();
    const first = emulator.webhooks.register({ url: server.url });
    const second = emulator.webhooks.register({ url: server.url, events: ['job.failed'] });
    const jobs = [await endJob(emulator), await endJob(emulator)];
    expect(emulator.webhooks.deliveries(first.id).map(({ event }) => event.job)).toEqual(jobs);
    expect(emulator.webhooks.deliveries(second.id)).toEqual([]);
    expect(emulator.webhooks.deliveries()).toEqual(emulator.webhooks.deliveries(first.id));
  });

  it('keeps only the beginning of a long answer', async () => {
    const { emulator } = await hooked((response) => {
      response.writeHead(200).end('x'.repeat(1_000_000));
    });
    await endJob(emulator);
    expect(onlyDelivery(emulator).attempts[0]?.answer).toBe('x'.repeat(2_048));
  });
});
