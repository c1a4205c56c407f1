import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { endJob } from '../testing/receiving-server.ts';

const openServers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

/** The number of servers of other tests in the same worker; those of earlier tests may still be closing. */
async function serversBefore(): Promise<number> {
  let last = Number.NaN;
  for (let now = openServers(); now !== last; now = openServers()) {
    last = now;
    await sleep(20);
  }
  return last;
}

describe('the receiver of the emulator', () => {
  it('sends its replies in turn, then the default reply, and records what it received', async () => {
    const { emulator } = await emulatorFor();
    await using receiver = await emulator.webhooks.receiver({ replies: [500], otherwise: { status: 202, body: 'ok' } });
    receiver.reply(429);
    const id = await endJob(emulator);
    await emulator.clock.advance('10m');
    expect(receiver.received.map(({ attempt, reply }) => [attempt, reply])).toEqual([
      [1, 500],
      [2, 429],
      [3, { status: 202, body: 'ok' }],
    ]);
    expect(receiver.received[0]).toMatchObject({
      at: '2026-01-01T00:00:04.000Z',
      event: { type: 'job.succeeded', data: { object: { id } } },
      verification: { ok: true },
    });
    expect(emulator.webhooks.deliveries(receiver.endpoint)[0]?.attempts[2]).toMatchObject({
      status: 202,
      answer: 'ok',
    });
  });

  it('uses the given secret, as after a rotation', async () => {
    const { emulator } = await emulatorFor();
    await using receiver = await emulator.webhooks.receiver();
    const { secret } = emulator.webhooks.rotate(receiver.endpoint, { keep_previous_for: '0s' });
    await endJob(emulator);
    receiver.holdSecret(secret);
    await endJob(emulator);
    expect(receiver.received.map(({ verification }) => verification.ok)).toEqual([false, true]);
  });

  it('waits for deliveries that have already arrived, and for future ones', async () => {
    const { emulator } = await emulatorFor();
    await using receiver = await emulator.webhooks.receiver({ replies: [500] });
    await endJob(emulator);
    expect((await receiver.waitFor()).attempt).toBe(1);
    const second = receiver.waitFor(({ attempt }) => attempt === 2);
    await emulator.clock.advance('2m');
    expect((await second).attempt).toBe(2);
  });

  it('reports what arrived instead of the expected delivery', async () => {
    const { emulator } = await emulatorFor();
    await using receiver = await emulator.webhooks.receiver();
    await expect(receiver.waitFor(undefined, 1)).rejects.toThrow(
      'no delivery that matches came within 1 ms; none came',
    );
    await endJob(emulator);
    await expect(receiver.waitFor(({ attempt }) => attempt === 2, 1)).rejects.toThrow('job.succeeded (attempt 1)');
  });

  it.each<[string, RequestInit]>([
    ['a request without a body', { method: 'GET' }],
    ['a body that is not JSON', { method: 'POST', body: 'hello' }],
    ['an empty body', { method: 'POST' }],
  ])('refuses %s and does not record it', async (_, request) => {
    const { emulator } = await emulatorFor();
    await using receiver = await emulator.webhooks.receiver();
    expect((await fetch(receiver.url, request)).status).toBe(400);
    expect(receiver.received).toEqual([]);
  });

  it('is removed with its endpoint when it is closed', async () => {
    const { emulator } = await emulatorFor();
    const before = await serversBefore();
    const receiver = await emulator.webhooks.receiver();
    expect(openServers()).toBeGreaterThan(before);
    await receiver.close();
    expect(emulator.webhooks.list()).toEqual([]);
    await expect.poll(openServers).toBe(before);
    await expect(fetch(receiver.url)).rejects.toThrow('fetch failed');
  });

  it('is closed with its emulator', async () => {
    const { emulator } = await emulatorFor();
    const receiver = await emulator.webhooks.receiver({ otherwise: 500 });
    await endJob(emulator);
    await emulator.close();
    await expect(fetch(receiver.url)).rejects.toThrow('fetch failed');
  });

  it.each([
    [{ replies: [500, 'timout'] }, 'replies[1]: must be a status, timeout, reset or'],
    [{ otherwise: 20 }, 'otherwise: '],
    [{ replies: [{ status: 200, boddy: '' }] }, 'replies[0].boddy: is not a known field; did you mean body?'],
  ])('refuses the script %j, which it cannot play', async (options, message) => {
    const { emulator } = await emulatorFor();
    await expect(emulator.webhooks.receiver(options as never)).rejects.toThrow(message);
    await using receiver = await emulator.webhooks.receiver();
    expect(() => receiver.reply('rest' as never)).toThrow('replies[0]: ');
  });

  it.each([
    [{ events: [] }, {}],
    [{}, { readings: { webhook_urls: 'strict' } }],
  ] as const)('closes its server if its endpoint is refused: %j, %j', async (options, config) => {
    const { emulator } = await emulatorFor(config as never);
    const before = await serversBefore();
    await expect(emulator.webhooks.receiver(options as never)).rejects.toThrow('The endpoint is not valid');
    await expect.poll(openServers).toBe(before);
  });
});
