import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { hostedWorld } from '../testing/hosted-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';
import {
  deferred,
  endJob,
  headerOf,
  JOB_TIME,
  onlyDelivery,
  openReceivingServer,
} from '../testing/receiving-server.ts';
import { hooked } from './testing/hooked.ts';

const numberOf = (request: Parameters<typeof headerOf>[0]) => Number(headerOf(request, 'Service-Delivery-Attempt'));

describe('6.5 a receiver that does not answer', () => {
  it('does not block other endpoints', async () => {
    const other = deferred<void>();
    await using hanging = await openReceivingServer(async (response) => {
      await other.promise;
      response.writeHead(200).end();
    });
    await using quick = await openReceivingServer((response) => {
      response.writeHead(200).end();
      other.resolve();
    });
    const { emulator } = await emulatorFor({ webhook_timeout: '2s' });
    const [first, second] = [hanging, quick].map(({ url }) => emulator.webhooks.register({ url }).id);
    await endJob(emulator);
    expect(onlyDelivery(emulator, first).attempts.map(({ status }) => status)).toEqual([200]);
    expect(onlyDelivery(emulator, second).attempts.map(({ status }) => status)).toEqual([200]);
  });

  it('still gets the next delivery, once the previous one cannot be overtaken any more', async () => {
    const second = deferred<void>();
    await using server = await openReceivingServer(async (response) => {
      if (server.received.length > 1) second.resolve();
      else wall.moveBy(1_000);
      await second.promise;
      response.writeHead(200).end();
    });
    const { emulator, client, wall } = await hostedWorld(
      { clock: 'frozen', webhook_timeout: '2s' },
      createInstantImages(),
    );
    emulator.webhooks.register({ url: server.url });
    for (let job = 0; job < 2; job += 1) await client.submitOn('makeup.apply');
    await emulator.clock.advance(JOB_TIME);
    expect(emulator.webhooks.deliveries().map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('has as much time as a switch sets, until a reset', async () => {
    const { emulator } = await hooked(() => undefined);
    expect(emulator.switches.set({ webhook_timeout: '30ms' })).toMatchObject({ webhook_timeout: 30 });
    await endJob(emulator);
    expect(onlyDelivery(emulator).attempts).toMatchObject([{ status: null, failure: 'timeout' }]);
    expect(() => emulator.switches.set({ webhook_timeout: 'soon' as '1s' })).toThrow('webhook_timeout');
    emulator.reset();
    expect(emulator.switches.read()).toMatchObject({ webhook_timeout: null });
  });
});

describe('6.5 a receiver that sends its head at once and its body late', () => {
  /** Sends bodies that continue until the next request has arrived. */
  async function dripping(status: number) {
    const open: ServerResponse[] = [];
    const server = await openReceivingServer((response, request) => {
      const isLast = numberOf(request) > 1 || server.received.length > 1;
      response.writeHead(status).write(`attempt ${numberOf(request)}`);
      open.push(response);
      if (isLast) for (const each of open) each.end(' and so on');
    });
    return server;
  }

  it('has answered with the head: time continues to the retry while the body is read', async () => {
    await using server = await dripping(500);
    const { emulator, client } = await emulatorFor();
    emulator.webhooks.register({ url: server.url });
    await client.submitOn('makeup.apply');
    await emulator.clock.advance('80s');
    const { attempts } = onlyDelivery(emulator);
    expect(attempts.map(({ status, answer }) => [status, answer])).toEqual([
      [500, 'attempt 1 and so on'],
      [500, 'attempt 2 and so on'],
    ]);
  });

  it('does not block other deliveries, even to the same endpoint', async () => {
    await using server = await dripping(200);
    const { emulator, client } = await emulatorFor();
    emulator.webhooks.register({ url: server.url });
    for (let job = 0; job < 2; job += 1) await client.submitOn('makeup.apply');
    await emulator.clock.advance(JOB_TIME);
    const answers = emulator.webhooks.deliveries().flatMap(({ attempts }) => attempts.map(({ answer }) => answer));
    expect(answers).toEqual(['attempt 1 and so on', 'attempt 1 and so on']);
  });
});

describe('6.5 connections', () => {
  it('are reused, also after answers with bodies', async () => {
    const sockets = new Set<unknown>();
    const { server, emulator } = await hooked((response) => {
      sockets.add(response.socket);
      response.writeHead(500).end('down for the day');
    });
    await endJob(emulator);
    await emulator.clock.advance('25h');
    expect(server.received.length).toBeGreaterThanOrEqual(7);
    // The next delivery may be sent before the last is finished, so there may be one more connection than needed.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});
