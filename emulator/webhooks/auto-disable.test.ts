import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { DeliveryReport, Emulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { deferred, endJob, eventsOf, JOB_TIME, openReceivingServer } from '../testing/receiving-server.ts';
import { hooked } from './testing/hooked.ts';

/** Submits jobs at the beginning and every six hours, with a receiver that fails, until the endpoint is disabled. */
async function failForDays(emulator: Emulator): Promise<void> {
  for (let jobs = 0; jobs < 6; jobs += 1) {
    await endJob(emulator);
    await emulator.clock.advance('6h');
  }
}

const stateless = (deliveries: readonly DeliveryReport[]) =>
  deliveries.map(({ state, next_attempt_at }) => ({ state, next_attempt_at }));

describe('6.5 automatic disabling of an endpoint with many jobs', () => {
  it('is undone by enabling, which restarts the count and revives nothing; a resend does', async () => {
    let status = 500;
    const { server, emulator, id } = await hooked((response) => response.writeHead(status).end());
    await failForDays(emulator);
    const before = emulator.webhooks.deliveries(id);
    const came = server.received.length;

    status = 200;
    expect(emulator.webhooks.enable(id)).toMatchObject({ enabled: true, failing: null });
    await emulator.clock.advance('3d');
    expect(emulator.webhooks.deliveries(id)).toEqual(before);
    expect(server.received).toHaveLength(came);

    const cancelled = before.find(({ state }) => state === 'cancelled');
    const resent = await emulator.webhooks.resend(cancelled?.id ?? '');
    expect(resent).toMatchObject({ state: 'delivered', event: cancelled?.event });
    await endJob(emulator);
    expect(server.received).toHaveLength(came + 2);
  });

  it('does not affect other endpoints of the same account', async () => {
    await using failing = await openReceivingServer(500);
    await using healthy = await openReceivingServer();
    const { emulator } = await emulatorFor();
    const one = emulator.webhooks.register({ url: failing.url });
    const other = emulator.webhooks.register({ url: healthy.url });
    await failForDays(emulator);
    expect(emulator.webhooks.read(one.id).enabled).toBe(false);
    expect(emulator.webhooks.read(other.id)).toMatchObject({ enabled: true, failing: null });
    expect(healthy.received).toHaveLength(6);
  });

  it('cancels what has not been sent by that instant (reading 56)', async () => {
    const { server, emulator, client, id } = await hooked(500);
    await endJob(emulator, { client });
    await emulator.clock.advance('25h');
    const before = server.received.length;
    for (let jobs = 0; jobs < 30; jobs += 1) await client.submitOn('makeup.apply');
    await emulator.clock.advance(JOB_TIME);

    expect(before).toBeLessThan(20);
    expect(emulator.webhooks.read(id)).toMatchObject({ enabled: false, failing: { count: 20 } });
    expect(server.received).toHaveLength(20);
    expect(emulator.webhooks.deliveries(id).filter(({ state }) => state === 'cancelled')).toHaveLength(30);
  });
});

describe('6.5 an attempt that is in progress when its endpoint', () => {
  /** A delivery that has reached the receiver and waits for its answer. */
  async function underWay() {
    const came = deferred<ServerResponse>();
    const server = await openReceivingServer((response) => came.resolve(response));
    const { emulator } = await emulatorFor();
    const { id } = emulator.webhooks.register({ url: server.url });
    const ended = endJob(emulator);
    const response = await came.promise;
    const answer = async (status: number) => {
      response.writeHead(status).end();
      await ended;
    };
    return { server, emulator, id, answer };
  }

  it('is disabled is not retried, and does not count when the endpoint is enabled again', async () => {
    const { server, emulator, id, answer } = await underWay();
    emulator.webhooks.disable(id);
    await answer(500);
    expect(stateless(emulator.webhooks.deliveries(id))).toEqual([{ state: 'cancelled', next_attempt_at: null }]);
    expect(emulator.webhooks.read(id).enabled).toBe(false);
    expect(emulator.webhooks.enable(id)).toMatchObject({ enabled: true, failing: null });
    await emulator.clock.advance('2d');
    expect(server.received).toHaveLength(1);
    await server.close();
  });

  it('is removed leaves no trace', async () => {
    const { server, emulator, id, answer } = await underWay();
    emulator.webhooks.remove(id);
    await answer(500);
    expect(emulator.webhooks.deliveries()).toEqual([]);
    expect((await emulator.clock.advance('1d')).fired.filter(({ kind }) => kind === 'delivery')).toEqual([]);
    expect(server.received).toHaveLength(1);
    await server.close();
  });

  it('loses its account leaves no trace either', async () => {
    const { server, emulator, answer } = await underWay();
    emulator.tenants.remove('demo');
    await answer(500);
    expect(emulator.webhooks.deliveries()).toEqual([]);
    expect(emulator.webhooks.list()).toEqual([]);
    await emulator.clock.advance('1d');
    expect(eventsOf(server)).toHaveLength(1);
    await server.close();
  });
});
