import { describe, expect, it } from 'vitest';
import { verifySignature } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { hostedWorld } from '../testing/hosted-world.ts';
import { endJob, eventsOf, headerOf, openReceivingServer, type ReceivedRequest } from '../testing/receiving-server.ts';
import { hooked } from './testing/hooked.ts';

const signatureOf = (request: ReceivedRequest | undefined) => (request ? headerOf(request, 'Service-Signature') : '');
const countOf = (request: ReceivedRequest | undefined) => signatureOf(request).split('v1=').length - 1;
const timeOf = (request: ReceivedRequest | undefined) => Number(/^t=(\d+),/.exec(signatureOf(request))?.[1]);

/** For each secret, whether a delivery can be verified with it alone. */
function holders(request: ReceivedRequest | undefined, secrets: readonly string[]): boolean[] {
  const body = request?.body ?? '';
  return secrets.map((secret) => verifySignature({ body, header: signatureOf(request), secret }).ok);
}

describe('6.4 rotation', () => {
  it('sends two v1 for the chosen time, the new one first, and one from then on', async () => {
    const { server, emulator, id, secret: old } = await hooked();
    const { secret: fresh, previous_secret_until } = emulator.webhooks.rotate(id, { keep_previous_for: '1h' });
    expect(fresh).not.toBe(old);
    expect(previous_secret_until).toBe('2026-01-01T01:00:00.000Z');

    await emulator.webhooks.ping(id);
    await emulator.clock.advance({ to: new Date(Date.parse('2026-01-01T01:00:00Z') - 1) });
    await emulator.webhooks.ping(id);
    await emulator.clock.advance('1ms');
    await emulator.webhooks.ping(id);

    expect(server.received.map(countOf)).toEqual([2, 2, 1]);
    expect(server.received.map((request) => holders(request, [fresh, old]))).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ]);
    const [first] = server.received;
    const [time, newer] = signatureOf(first).split(',v1=');
    const body = first?.body ?? '';
    expect(verifySignature({ body, header: `${time},v1=${newer}`, secret: fresh }).ok).toBe(true);
  });

  it('signs an attempt with the secrets that are valid at that time', async () => {
    const { server, emulator, id, secret: old } = await hooked(500);
    await endJob(emulator);
    const { secret: fresh } = emulator.webhooks.rotate(id, { keep_previous_for: '2m' });
    await emulator.clock.advance('1h');
    expect(server.received.map((request) => holders(request, [fresh, old])).slice(0, 3)).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
  });

  it.each([
    [{}, '2026-01-02T00:00:00.000Z'],
    [{ keep_previous_for: '7d' }, '2026-01-08T00:00:00.000Z'],
    [{ keep_previous_for: '0s' }, null],
  ])('%j keeps the previous secret until %s', async (rotation, until) => {
    const { emulator } = await emulatorFor();
    const { id } = emulator.webhooks.register({ url: 'http://127.0.0.1:9/' });
    expect(emulator.webhooks.rotate(id, rotation).previous_secret_until).toBe(until);
  });

  it('accepts a secret from the caller', async () => {
    const { server, emulator, id } = await hooked(200, {}, { secret: 'whsec_a' });
    expect(emulator.webhooks.rotate(id, { secret: 'whsec_b', keep_previous_for: '0s' }).secret).toBe('whsec_b');
    await emulator.webhooks.ping(id);
    expect(holders(server.received[0], ['whsec_b', 'whsec_a'])).toEqual([true, false]);
  });
});

describe('6 a signing secret', () => {
  it('is shown only once, when it is created', async () => {
    await using server = await openReceivingServer(500);
    const { emulator, client } = await emulatorFor();
    const { webhooks } = emulator;
    const { id, secret } = webhooks.register({ url: server.url });
    const { secret: rotated } = webhooks.rotate(id);
    await endJob(emulator);
    const control = await Promise.all(
      ['endpoints', `endpoints/${id}`, `endpoints/${id}/deliveries`, 'journal', 'audit'].map(async (path) => {
        const { status, text } = await client.get(`/_emulator/v1/${path}`, { key: null });
        expect(status).toBe(200);
        return text;
      }),
    );
    const shown = JSON.stringify([
      control,
      webhooks.list(),
      webhooks.read(id),
      webhooks.update(id, { events: ['job.failed'] }),
      webhooks.disable(id),
      webhooks.enable(id),
      webhooks.deliveries(),
      await webhooks.ping(id),
      emulator.journal.find(),
      emulator.snapshots.save('all'),
      eventsOf(server),
    ]);
    expect([secret, rotated].map((text) => /^whsec_[0-9a-z]{20,}$/.test(text))).toEqual([true, true]);
    expect(shown).toContain(id);
    expect(shown).not.toContain('whsec_');
  });

  it('differs for each endpoint', async () => {
    const { emulator } = await emulatorFor();
    const secrets = [1, 2, 3].map((port) => emulator.webhooks.register({ url: `http://127.0.0.1:${port}/` }).secret);
    expect(new Set(secrets).size).toBe(3);
  });
});

describe('6.4 the time of a signature (reading 40)', () => {
  it('is that of the machine, so that a real receiver can verify it however far the world has moved', async () => {
    const { server, emulator, secret } = await hooked(500);
    await endJob(emulator);
    await emulator.clock.advance('25h');
    expect(server.received.length).toBeGreaterThanOrEqual(7);
    expect(new Set(server.received.flatMap((request) => holders(request, [secret])))).toEqual(new Set([true]));
  });

  it('is the time at which each delivery is sent, even after slow ones', async () => {
    const seen: { signed: number; real: number }[] = [];
    await using server = await openReceivingServer((response, request) => {
      seen.push({ signed: timeOf(request), real: Math.floor(wall.now() / 1_000) });
      wall.stallBy(200_000);
      response.writeHead(200).end();
    });
    const { emulator, wall, client } = await hostedWorld({ clock: 'frozen' });
    emulator.webhooks.register({ url: server.url });
    for (let jobs = 0; jobs < 3; jobs += 1) await client.submitOn('makeup.apply');
    await emulator.clock.advance('4s');
    expect(seen).toHaveLength(3);
    expect(seen.map(({ signed }) => signed)).toEqual(seen.map(({ real }) => real));
  });
});

describe('6 the URL of an endpoint (reading 41)', () => {
  const strict = { readings: { webhook_urls: 'strict' as const } };

  it.each(['https://example.test/hooks', 'https://example.test:443/', 'https://example.test?x=1', 'https://[::1]/'])(
    '%s is accepted, also by strict',
    async (url) => {
      const { emulator } = await emulatorFor(strict);
      expect(emulator.webhooks.register({ url })).toMatchObject({ url });
    },
  );

  it.each(['http://example.test/', 'http://example.test:443/', 'https://example.test:8443/', 'http://127.0.0.1/'])(
    '%s is refused by strict, at registration and at a change, and accepted by any',
    async (url) => {
      const { emulator } = await emulatorFor(strict);
      expect(() => emulator.webhooks.register({ url })).toThrow('url: must be HTTPS on port 443');
      const { id } = emulator.webhooks.register({ url: 'https://example.test/' });
      expect(() => emulator.webhooks.update(id, { url })).toThrow('url: must be HTTPS on port 443');
      expect(emulator.webhooks.read(id).url).toBe('https://example.test/');
      const { emulator: lenient } = await emulatorFor();
      expect(lenient.webhooks.register({ url })).toMatchObject({ url });
    },
  );

  it.each([
    'hooks',
    '',
    '/hooks',
    'example.test/hooks',
    'ftp://example.test/',
    'file:///etc/passwd',
    'https://user@example.test/',
    'https://user:pw@example.test/',
    'https://:pw@example.test/',
  ])('%j is always refused', async (url) => {
    const { emulator } = await emulatorFor();
    expect(() => emulator.webhooks.register({ url })).toThrow(/The endpoint is not valid:\n {2}url: must/);
    expect(emulator.webhooks.list()).toEqual([]);
  });
});
