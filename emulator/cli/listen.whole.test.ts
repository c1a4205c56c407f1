import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator, verifySignature } from '../index.ts';
import { launch } from '../testing/launch.ts';
import {
  closedPort,
  endJob,
  eventsOf,
  headerOf,
  onlyDelivery,
  openReceivingServer,
} from '../testing/receiving-server.ts';
import { runCli } from '../testing/run-cli.ts';

describe('tryon-emulator listen', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await createEmulator({ clock: 'frozen' });
  });
  beforeEach(() => emulator.reset());
  afterAll(() => emulator.close());

  /** Listens, and resolves when it is registered; `stop` interrupts it. */
  async function listening(...flags: string[]) {
    const cli = launch(['listen', '--url', emulator.url, ...flags]);
    const isJson = flags.includes('--json');
    const greeting = await cli.lines(isJson ? 1 : 2);
    const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
      cli.child.kill(signal);
      return cli.ended;
    };
    return { ...cli, greeting, stop };
  }

  it('prints each event as it arrives, with a verified signature', async () => {
    const { lines, greeting, stop } = await listening();
    const [endpoint] = emulator.webhooks.list();
    expect(greeting[0]).toMatch(new RegExp(`^listening as ${endpoint?.id}; the secret is whsec_\\w+$`));
    const job = await endJob(emulator);
    expect((await lines(3))[2]).toBe(`2026-01-01T00:00:04.000Z  job.succeeded  ${job}  attempt 1  signed  -> 204`);
    await emulator.webhooks.ping(endpoint?.id ?? '');
    expect((await lines(4))[3]).toBe(`2026-01-01T00:00:04.000Z  test.ping  ${endpoint?.id}  attempt 1  signed  -> 204`);
    expect(await stop()).toMatchObject({ code: 0, err: '' });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('%s removes the endpoint and leaves nothing behind', async (signal) => {
    const { stop } = await listening();
    const [endpoint] = emulator.webhooks.list();
    await endJob(emulator);
    expect(onlyDelivery(emulator).state).toBe('delivered');
    expect(await stop(signal)).toMatchObject({ code: 0, err: '' });
    expect([emulator.webhooks.list(), emulator.webhooks.deliveries()]).toEqual([[], []]);
    await expect(fetch(endpoint?.url ?? '')).rejects.toThrow('fetch failed');
  });

  it('forwards each delivery, byte for byte with its headers, and returns the answer', async () => {
    const replies = [503, 404];
    await using direct = await openReceivingServer();
    await using target = await openReceivingServer((response) => {
      response.writeHead(replies.shift() ?? 201).end('from the target');
    });
    const { greeting, lines, stop } = await listening('--json', '--forward-to', target.url);
    const { endpoint, secret } = JSON.parse(greeting[0] ?? '');
    emulator.webhooks.register({ url: direct.url });
    await endJob(emulator, { operation: 'skin.analyze' });
    await emulator.clock.advance('10m');

    const attempts = emulator.webhooks.deliveries(endpoint)[0]?.attempts;
    expect(attempts?.map(({ status, answer }) => [status, answer])).toEqual([
      [503, 'from the target'],
      [404, 'from the target'],
      [201, 'from the target'],
    ]);
    expect(target.received.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(3).fill('POST /hooks'));
    for (const [index, request] of target.received.entries()) {
      expect(request.body).toEqual(direct.received[0]?.body);
      const header = headerOf(request, 'Service-Signature');
      expect(verifySignature({ body: request.body, header, secret })).toMatchObject({ ok: true });
      expect(headerOf(request, 'Service-Delivery-Attempt')).toBe(String(index + 1));
      for (const name of ['Content-Type', 'User-Agent', 'Service-Event-Id', 'Service-Event-Type'])
        expect(headerOf(request, name)).toBe(String(direct.received[0]?.headers[name.toLowerCase()]));
    }
    const printed = (await lines(4)).slice(1).map((line) => JSON.parse(line));
    const [event] = eventsOf(direct);
    expect(printed).toEqual([
      { attempt: 1, signed: true, answer: 503, event },
      { attempt: 2, signed: true, answer: 404, event },
      { attempt: 3, signed: true, answer: 201, event },
    ]);
    expect(await stop()).toMatchObject({ code: 0, err: '' });
  });

  it('returns a redirect and does not follow it', async () => {
    await using elsewhere = await openReceivingServer();
    await using target = await openReceivingServer((response) => {
      response.writeHead(302, { Location: elsewhere.url }).end();
    });
    const { stop } = await listening('--forward-to', target.url);
    await endJob(emulator);
    expect(onlyDelivery(emulator)).toMatchObject({ state: 'pending', attempts: [{ status: 302 }] });
    expect(elsewhere.received).toEqual([]);
    await stop();
  });

  it('makes the emulator see a failed connection if nothing answers at the target', async () => {
    const { lines, stop } = await listening('--forward-to', `http://127.0.0.1:${await closedPort()}/`);
    await endJob(emulator);
    expect(onlyDelivery(emulator)).toMatchObject({ state: 'pending', attempts: [{ failure: 'connection' }] });
    expect((await lines(3))[2]).toMatch(/attempt 1 {2}signed {2}-> reset$/);
    await stop();
  });

  it('ends if its output is no longer read', async () => {
    const { child, ended } = await listening();
    try {
      child.stdout?.destroy();
      await endJob(emulator);
      expect(await ended).toMatchObject({ code: 0, err: '' });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('listens to one environment and to selected types', async () => {
    const { stop } = await listening('--environment', 'live', '--events', 'job.failed,test.ping');
    expect(emulator.webhooks.list()).toMatchObject([{ environment: 'live', events: ['job.failed', 'test.ping'] }]);
    await stop();
  });

  it('registers again if the emulator was restarted', async () => {
    const before = await createEmulator({ clock: 'frozen' });
    const cli = launch(['listen', '--url', before.url]);
    await cli.lines(2);
    await before.close();
    await using again = await createEmulator({ clock: 'frozen', seed: 'anew', port: Number(new URL(before.url).port) });
    const lines = await cli.lines(4);
    const [endpoint] = again.webhooks.list();
    expect(lines[2]).toMatch(new RegExp(`^listening as ${endpoint?.id}; the secret is whsec_`));
    const job = await endJob(again);
    expect((await cli.lines(5))[4]).toContain(`job.succeeded  ${job}  attempt 1  signed  -> 204`);
    cli.child.kill('SIGINT');
    expect((await cli.ended).code).toBe(0);
    expect(again.webhooks.list()).toEqual([]);
  });

  it('continues after a request that is not a delivery', async () => {
    const { lines, stop } = await listening();
    const url = emulator.webhooks.list()[0]?.url ?? '';
    expect((await fetch(url)).status).toBe(400);
    expect((await fetch(url, { method: 'POST', body: '{' })).status).toBe(400);
    const job = await endJob(emulator);
    expect((await lines(3))[2]).toContain(job);
    expect(await stop()).toMatchObject({ code: 0, err: '' });
  });
});

describe('tryon-emulator listen with a mistake', () => {
  it.each([
    [['--forward-to', 'nowhere'], '--forward-to must be a URL, such as http://127.0.0.1:3000/hooks, not nowhere'],
    [['--environment', 'prod'], '--environment must be one of live, test, not prod'],
    [
      ['--events', 'job.succeeded,job.done'],
      '--events must be one of job.succeeded, job.failed, job.cancelled, test.ping',
    ],
    [['--url', 'http://127.0.0.1:9'], 'no emulator answers at http://127.0.0.1:9'],
  ])('%j exits with 2 and the remedy', async (flags, message) => {
    const { code, out, err } = await runCli(['listen', ...flags]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('names the world that does not exist', async () => {
    await using emulator = await createEmulator();
    const { code, err } = await runCli(['listen', '--url', emulator.url, '--world', 'none']);
    expect(code).toBe(2);
    expect(err).toContain('there is no world none');
    expect(emulator.webhooks.list()).toEqual([]);
  });
});
