import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { aMoment, openWorld } from '../testing/open-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';

const MANY = 200;
const sender = {
  send: async () => ({ status: 500, failure: null, took: 1, answer: '' }),
  close: async () => undefined,
};
const opened = () => openWorld({}, { images: createInstantImages(), sender });

describe('many waiting callers', () => {
  it('for a request search the journal once each, and then check only new exchanges', async () => {
    const { emulator, client, host } = await opened();
    for (let request = 0; request < 10; request += 1) await client.get('/v1/usage');
    const looks = [vi.spyOn(host.journal, 'find'), vi.spyOn(host.journal, 'findFirst')];
    const request = { route: 'GET /v1/jobs', path: '/v1/*' };
    const waits = Array.from({ length: MANY }, () => emulator.journal.wait({ request }));
    for (let other = 0; other < 10; other += 1) await client.get('/v1/usage');
    await client.get('/v1/jobs');
    expect(new Set((await Promise.all(waits)).map((found) => (found as { serial: number }).serial))).toEqual(
      new Set([21]),
    );
    expect(looks.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(MANY);
  });

  it('for a delivery search all of them once each, and then check only changed ones', async () => {
    const { emulator, client, host } = await opened();
    emulator.webhooks.register({ url: 'http://receiver.test/' });
    for (let job = 0; job < 3; job += 1) await client.submitOn('makeup.apply');
    await emulator.clock.advance('4s');
    const { deliveries } = host.world.state;
    const walks = vi.spyOn(deliveries, 'values');
    const last = emulator.webhooks.deliveries().at(-1)?.event.job ?? '';
    walks.mockClear();
    const delivery = { job: last, state: 'exhausted' } as const;
    const waits = Array.from({ length: MANY }, () => emulator.journal.wait({ delivery }));
    await emulator.clock.advance('25h');
    expect(new Set((await Promise.all(waits)).map((found) => (found as { event: { job: string } }).event.job))).toEqual(
      new Set([last]),
    );
    expect(walks).toHaveBeenCalledTimes(MANY);
  });

  it('for a delivery see one that is restored with the world', async () => {
    const { emulator, client } = await opened();
    emulator.webhooks.register({ url: 'http://receiver.test/' });
    await client.submitOn('makeup.apply');
    await emulator.clock.advance('25h');
    emulator.snapshots.save('exhausted');
    emulator.reset();
    const waiting = emulator.journal.wait({ delivery: { state: 'exhausted' } });
    emulator.snapshots.load('exhausted');
    expect(await waiting).toMatchObject({ state: 'exhausted' });
  });
});

describe('a caller that stops waiting', () => {
  it('is removed at once, and not notified any more', async () => {
    const { emulator, host } = await opened();
    const gone = new AbortController();
    const before = host.listeners.size;
    const refused = emulator.journal.wait({ delivery: {} }, { signal: gone.signal }).catch((reason: unknown) => reason);
    await setImmediate();
    expect(host.listeners.size).toBe(before + 1);
    gone.abort('gone home');
    expect(host.listeners.size).toBe(before);
    expect(await refused).toBe('gone home');
    await expect(emulator.journal.wait({ delivery: {} }, { signal: gone.signal })).rejects.toBe('gone home');
  });

  it('because its connection is closed is removed too, and no error is reported', async () => {
    const unexpected = vi.fn();
    const { emulator, host } = await openWorld({ onUnexpected: unexpected }, { images: createInstantImages(), sender });
    const server = createServer(emulator.listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const before = host.listeners.size;
    const cut = new AbortController();
    const body = JSON.stringify({ delivery: {}, timeout: '5m' });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_emulator/v1/journal/wait`;
    const failed = fetch(url, { method: 'POST', body, signal: cut.signal }).catch((error: Error) => error.name);
    while (host.listeners.size === before) await aMoment();
    cut.abort();
    expect(await failed).toBe('AbortError');
    while (host.listeners.size > before) await aMoment();
    server.close();
    await aMoment();
    expect(unexpected).not.toHaveBeenCalled();
  });
});
