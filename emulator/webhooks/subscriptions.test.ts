import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { endJob, eventsOf, openReceivingServer } from '../testing/receiving-server.ts';
import { hooked } from './testing/hooked.ts';

const KINDS = ['job.succeeded', 'job.failed', 'job.cancelled'] as const;
const fails = {
  match: { operation: 'hair.try_on' },
  outcome: { status: 'failed', code: 'PROCESSING_FAILED' },
} as const;

/** One job that succeeds, one that fails and one that is cancelled. */
async function oneOfEach({ emulator, client }: Awaited<ReturnType<typeof emulatorFor>>): Promise<void> {
  await endJob(emulator, { client });
  emulator.plans.add(fails);
  await endJob(emulator, { client, operation: 'hair.try_on' });
  const { body } = await client.submitOn('makeup.apply');
  await client.call('POST', `/v1/jobs/${body.id}/cancel`);
  await emulator.webhooks.settled();
}

const typesAt = (server: Parameters<typeof eventsOf>[0]) => eventsOf(server).map(({ type }) => type);

describe('6 which endpoints receive an event (reading 42)', () => {
  it('those without a subscription receive every type, and the others what they subscribe to', async () => {
    await using server = await openReceivingServer();
    const made = await emulatorFor();
    const subscribed = [KINDS, ...KINDS.map((kind) => [kind])];
    for (const [index, events] of subscribed.entries()) {
      const url = `${server.url}/${index}`;
      const endpoint = made.emulator.webhooks.register(index === 0 ? { url } : { url, events: [...events] });
      expect(endpoint.events).toEqual(events);
    }
    await oneOfEach(made);
    const typesOf = (index: number) =>
      typesAt({ received: server.received.filter(({ path }) => path.endsWith(`/${index}`)) });
    expect(subscribed.map((_, index) => typesOf(index))).toEqual(subscribed);
  });

  it('a change of the subscription applies from the next event on', async () => {
    await using server = await openReceivingServer();
    const made = await emulatorFor();
    const { id } = made.emulator.webhooks.register({ url: server.url, events: ['job.failed'] });
    await oneOfEach(made);
    expect(made.emulator.webhooks.update(id, { events: ['job.cancelled'] }).events).toEqual(['job.cancelled']);
    await oneOfEach(made);
    expect(typesAt(server)).toEqual(['job.failed', 'job.cancelled']);
  });

  it('a change of the URL applies from the next attempt on', async () => {
    await using old = await openReceivingServer(500);
    await using fresh = await openReceivingServer();
    const { emulator } = await emulatorFor();
    const { id } = emulator.webhooks.register({ url: old.url });
    await endJob(emulator);
    expect(emulator.webhooks.update(id, { url: fresh.url }).url).toBe(fresh.url);
    await emulator.clock.advance('72s');
    expect([old.received.length, fresh.received.length]).toEqual([1, 1]);
  });

  it('two endpoints get the same event, each signed with its own secret', async () => {
    await using one = await openReceivingServer(500);
    await using two = await openReceivingServer();
    const { emulator } = await emulatorFor();
    emulator.webhooks.register({ url: one.url });
    emulator.webhooks.register({ url: two.url });
    await endJob(emulator);
    expect(one.received[0]?.body).toEqual(two.received[0]?.body);
    expect(one.received[0]?.headers['service-signature']).not.toBe(two.received[0]?.headers['service-signature']);
    await emulator.clock.advance('25h');
    expect(two.received).toHaveLength(1);
    expect(emulator.webhooks.deliveries().map(({ state }) => state)).toEqual(['exhausted', 'delivered']);
  });

  it('each environment has its own endpoints', async () => {
    await using live = await openReceivingServer();
    await using test = await openReceivingServer();
    const { emulator } = await emulatorFor();
    emulator.webhooks.register({ url: live.url, environment: 'live' });
    emulator.webhooks.register({ url: test.url });
    const ids = [await endJob(emulator, { key: emulator.keys.live }), await endJob(emulator)];
    expect([...eventsOf(live), ...eventsOf(test)].map(({ data }) => data.object.id)).toEqual(ids);
    expect([live.received.length, test.received.length]).toEqual([1, 1]);
  });

  it('another account receives nothing', async () => {
    await using mine = await openReceivingServer();
    await using theirs = await openReceivingServer();
    const { emulator } = await emulatorFor();
    const { id, keys } = emulator.tenants.create({ id: 'theirs' });
    emulator.webhooks.register({ url: mine.url });
    emulator.webhooks.register({ url: theirs.url, account: id });
    await endJob(emulator);
    expect([mine.received.length, theirs.received.length]).toEqual([1, 0]);
    await endJob(emulator, { key: keys['test']?.secret ?? '' });
    expect([mine.received.length, theirs.received.length]).toEqual([1, 1]);
  });

  it('one that is disabled receives nothing, and does not receive what it missed later', async () => {
    const { server, emulator, id } = await hooked();
    emulator.webhooks.disable(id);
    await endJob(emulator);
    emulator.webhooks.enable(id);
    await emulator.clock.advance('25h');
    expect(server.received).toEqual([]);
    expect(emulator.webhooks.deliveries(id)).toEqual([]);
    await endJob(emulator);
    expect(server.received).toHaveLength(1);
  });

  it('one that is removed receives nothing, and its log is removed too', async () => {
    const { server, emulator, id } = await hooked(500);
    await endJob(emulator);
    emulator.webhooks.remove(id);
    expect(emulator.webhooks.list()).toEqual([]);
    expect(emulator.webhooks.deliveries()).toEqual([]);
    expect(() => emulator.webhooks.read(id)).toThrow(`there is no endpoint ${id}`);
    await emulator.clock.advance('25h');
    expect(server.received).toHaveLength(1);
  });
});

describe('6 endpoints of the configuration', () => {
  it('exist from the start, in their environment, with their secret', async () => {
    await using server = await openReceivingServer();
    const endpoints = [
      { url: `${server.url}/live`, environment: 'live' as const, events: ['job.succeeded' as const] },
      { url: `${server.url}/test`, secret: 'whsec_given' },
    ];
    const keys = [{ secret: 'pk_live_c' }, { secret: 'pk_test_c' }];
    const { emulator } = await emulatorFor({ accounts: [{ name: 'c', keys, endpoints }] });
    expect(emulator.webhooks.list()).toMatchObject([
      { account: 'c', environment: 'live', url: `${server.url}/live`, events: ['job.succeeded'], enabled: true },
      { account: 'c', environment: 'test', url: `${server.url}/test`, events: KINDS, enabled: true },
    ]);
    await endJob(emulator);
    expect(server.received.map(({ path }) => path)).toEqual(['/hooks/test']);
    emulator.reset();
    expect(emulator.webhooks.list()).toHaveLength(2);
    await endJob(emulator, { key: 'pk_live_c' });
    expect(server.received.map(({ path }) => path)).toEqual(['/hooks/test', '/hooks/live']);
  });

  it.each([
    [{ url: 'not an address' }, 'accounts[0].endpoints[0].url'],
    [{ url: 'http://127.0.0.1/', events: ['job.begun'] }, 'accounts[0].endpoints[0].events[0]'],
    [{ url: 'http://127.0.0.1/', events: [] }, 'accounts[0].endpoints[0].events'],
    [{ url: 'http://127.0.0.1/', secret: 'mine' }, 'accounts[0].endpoints[0].secret'],
    [{ url: 'http://127.0.0.1/', environment: 'prod' }, 'accounts[0].endpoints[0].environment'],
    [
      { url: 'http://127.0.0.1/', evnets: [] },
      'accounts[0].endpoints[0].evnets: is not a known field; did you mean events?',
    ],
    [{}, 'accounts[0].endpoints[0].url'],
  ])('are refused with the place of the problem: %j', async (endpoint, place) => {
    const accounts = [{ name: 'c', keys: [{ secret: 'pk_test_c' }], endpoints: [endpoint] }] as never;
    await expect(emulatorFor({ accounts })).rejects.toThrow(place);
  });
});
