import { describe, expect, it } from 'vitest';
import type { Emulator, EmulatorOptions } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import {
  closedPort,
  deferred,
  endJob,
  onlyDelivery,
  openReceivingServer,
  type ReceivingServer,
} from '../testing/receiving-server.ts';
import { hooked } from './testing/hooked.ts';

/** Sends one event to an address, and returns how its first attempt ended. */
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

describe('6.5 an answer of a receiver', () => {
  it.each([200, 204, 299])('with %d is a success', async (status) => {
    await using server = await openReceivingServer(status);
    const { emulator, ...ended } = await firstAttempt(server.url);
    expect(ended).toEqual({ state: 'delivered', status, failure: null, answer: '' });
    await emulator.clock.advance('25h');
    expect(server.received).toHaveLength(1);
  });

  it.each([300, 304, 308, 400, 410, 429, 500, 599])('with %d is a failed attempt, which is retried', async (status) => {
    await using server = await openReceivingServer(status);
    const { emulator, ...ended } = await firstAttempt(server.url);
    expect(ended).toEqual({ state: 'pending', status, failure: null, answer: '' });
    await emulator.clock.advance('72s');
    expect(server.received).toHaveLength(2);
  });

  it.each([301, 302, 303, 307, 308])('with %d to another server is not followed', async (status) => {
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
    'but sends %d, an interim answer, is a timeout too',
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

  it.each<[string, url: (server: ReceivingServer) => string | Promise<string>, failure: string, answer: unknown]>([
    ['nothing listens', async () => `http://127.0.0.1:${await closedPort()}/`, 'connection', 'ECONNREFUSED'],
    ['the connection is cut', ({ url }) => `${url}/cut`, 'connection', 'ECONNRESET'],
    ['the answer is not HTTP', ({ url }) => `${url}/ssh`, 'connection', expect.any(String)],
    ['a server without TLS is called by https', ({ url }) => url.replace('http:', 'https:'), 'tls', expect.any(String)],
  ])('is a failed attempt if %s', async (_, urlAt, failure, answer) => {
    await using server = await openReceivingServer((response, { path }) => {
      if (path.endsWith('/cut')) response.socket?.resetAndDestroy();
      else response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
    });
    const { emulator: _emulator, ...ended } = await firstAttempt(await urlAt(server));
    expect(ended).toEqual({ state: 'pending', status: null, failure, answer });
  });
});

describe('6.5 waits between attempts', () => {
  it('are counted from the end of an attempt, also in real time (reading 52)', async () => {
    const times: { came: number; answered: number }[] = [];
    const second = deferred<void>();
    const { emulator, client } = await hooked(
      (response) => {
        const time = { came: now(), answered: 0 };
        times.push(time);
        if (times.length === 2) second.resolve();
        setTimeout(() => {
          time.answered = now();
          response.writeHead(times.length === 1 ? 500 : 200).end();
        }, 100);
      },
      { clock: { mode: 'running', rate: 1_000 } },
    );
    const now = () => Date.parse(emulator.clock.now());
    await client.submitOn('makeup.apply');
    await second.promise;
    expect((times[1]?.came ?? 0) - (times[0]?.answered ?? 0)).toBeGreaterThanOrEqual(48_000);
    await emulator.close();
  });
});
