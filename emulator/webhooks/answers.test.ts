import { describe, expect, it } from 'vitest';
import type { Emulator, EmulatorOptions } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import {
  type Answerer,
  closedPort,
  deferred,
  endJob,
  onlyDelivery,
  openReceivingServer,
} from '../testing/receiving-server.ts';

/** One event to an address; how its first attempt ended. */
async function firstAttempt(url: string, options: EmulatorOptions = {}) {
  const { emulator } = await emulatorFor(options);
  emulator.webhooks.register({ url });
  await endJob(emulator);
  return { emulator, ...stateOf(emulator) };
}

function stateOf(emulator: Emulator) {
  const { state, attempts } = onlyDelivery(emulator);
  const [first] = attempts;
  return { state, status: first?.status, failure: first?.failure, answer: first?.answer };
}

describe('6.5 what a receiver answers', () => {
  it.each([200, 204, 299])('%d is success', async (status) => {
    await using server = await openReceivingServer(status);
    const { emulator, ...ended } = await firstAttempt(server.url);
    expect(ended).toEqual({ state: 'delivered', status, failure: null, answer: '' });
    await emulator.clock.advance('25h');
    expect(server.received).toHaveLength(1);
  });

  it.each([300, 304, 308, 400, 410, 429, 500, 599])('%d is a failed attempt, and retried', async (status) => {
    await using server = await openReceivingServer(status);
    const { emulator, ...ended } = await firstAttempt(server.url);
    expect(ended).toEqual({ state: 'pending', status, failure: null, answer: '' });
    await emulator.clock.advance('72s');
    expect(server.received).toHaveLength(2);
  });

  it.each([301, 302, 303, 307, 308])('a %d to another server is not followed', async (status) => {
    await using elsewhere = await openReceivingServer();
    await using server = await openReceivingServer((response) => {
      response.writeHead(status, { Location: elsewhere.url }).end();
    });
    const { emulator } = await firstAttempt(server.url);
    await emulator.clock.advance('25h');
    expect(elsewhere.received).toEqual([]);
    expect(onlyDelivery(emulator).state).toBe('exhausted');
    expect(server.received.every(({ method }) => method === 'POST')).toBe(true);
  });
});

describe('6.5 a receiver that does not answer', () => {
  it('in time is a timeout', async () => {
    await using server = await openReceivingServer(() => undefined);
    const { emulator, ...ended } = await firstAttempt(server.url, { webhook_timeout: '50ms' });
    expect(ended).toEqual({ state: 'pending', status: null, failure: 'timeout', answer: '' });
    await emulator.clock.advance('72s');
    expect(onlyDelivery(emulator).attempts.map(({ failure }) => failure)).toEqual(['timeout', 'timeout']);
  });

  it.each([102, 103])(
    'but says %d, that there is more to come, is a timeout as well',
    async (status) => {
      await using server = await openReceivingServer((response) => {
        if (status === 102) response.writeProcessing();
        else response.writeEarlyHints({ link: '</>; rel=preload' });
      });
      const { emulator: _, ...ended } = await firstAttempt(server.url, { webhook_timeout: '50ms' });
      expect(ended).toEqual({ state: 'pending', status: null, failure: 'timeout', answer: '' });
    },
    1_000,
  );

  it('because nobody listens is a failed connection', async () => {
    const { emulator: _, ...ended } = await firstAttempt(`http://127.0.0.1:${await closedPort()}/`);
    expect(ended).toEqual({ state: 'pending', status: null, failure: 'connection', answer: 'ECONNREFUSED' });
  });

  it('but cuts the connection is a failed connection', async () => {
    await using server = await openReceivingServer((response) => response.socket?.resetAndDestroy());
    const { emulator: _, ...ended } = await firstAttempt(server.url);
    expect(ended).toEqual({ state: 'pending', status: null, failure: 'connection', answer: 'ECONNRESET' });
  });

  it('in HTTP but in something else is a failed connection', async () => {
    await using server = await openReceivingServer((response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'));
    const { emulator: _, ...ended } = await firstAttempt(server.url);
    expect(ended).toMatchObject({ state: 'pending', status: null, failure: 'connection' });
  });

  it('over TLS, when the address is https, is a TLS failure', async () => {
    await using server = await openReceivingServer();
    const { emulator: _, ...ended } = await firstAttempt(server.url.replace('http:', 'https:'));
    expect(ended).toMatchObject({ state: 'pending', status: null, failure: 'tls' });
    expect(server.received).toEqual([]);
  });

  it('to the end, but with a good head, has succeeded (reading 58)', async () => {
    const trailing: Answerer = (response) => {
      response.writeHead(200);
      response.write('and then ');
    };
    await using server = await openReceivingServer(trailing);
    const { emulator: _, ...ended } = await firstAttempt(server.url, { webhook_timeout: '300ms' });
    expect(ended).toEqual({ state: 'delivered', status: 200, failure: null, answer: 'and then ' });
  });

  it('to the end, because it breaks off after a good head, has succeeded too', async () => {
    const breakingOff: Answerer = (response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('cut', () => response.socket?.destroy());
    };
    await using server = await openReceivingServer(breakingOff);
    const { emulator: _, ...ended } = await firstAttempt(server.url);
    expect(ended).toMatchObject({ state: 'delivered', status: 200, failure: null });
  });
});

describe('6.5 waits between attempts', () => {
  it('are counted from the end of an attempt, also in real time (reading 52)', async () => {
    const times: { came: number; answered: number }[] = [];
    const second = deferred<void>();
    await using server = await openReceivingServer((response) => {
      const time = { came: now(), answered: 0 };
      times.push(time);
      if (times.length === 2) second.resolve();
      setTimeout(() => {
        time.answered = now();
        response.writeHead(times.length === 1 ? 500 : 200).end();
      }, 100);
    });
    const { emulator, client } = await emulatorFor({ clock: { mode: 'running', rate: 1_000 } });
    const now = () => Date.parse(emulator.clock.now());
    emulator.webhooks.register({ url: server.url });
    await client.submitOn('makeup.apply');
    await second.promise;
    expect((times[1]?.came ?? 0) - (times[0]?.answered ?? 0)).toBeGreaterThanOrEqual(48_000);
    await emulator.close();
  });
});
