import { describe, expect, it } from 'vitest';
import { type HostedWorld, hostedWorld } from '../testing/hosted-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';
import { nowIn } from './world-host.ts';

const hostedAuto = (readings = {}) => hostedWorld({ clock: 'auto', readings }, createInstantImages());

/** By how much an action moves the clock of the world. */
async function movedBy({ host }: HostedWorld, act: () => Promise<unknown>): Promise<number> {
  const before = nowIn(host);
  await act();
  return nowIn(host) - before;
}

describe('an auto clock', () => {
  it.each([1, 2, 30])('moves by the Retry-After in the answer to a poll: %d', async (seconds) => {
    const hosted = await hostedAuto({ retry_after: seconds });
    const { id } = (await hosted.client.submitOn('skin.analyze')).body;
    const moved = await movedBy(hosted, async () => {
      const poll = await hosted.client.get(`/v1/jobs/${id}`);
      expect(poll.headers.get('retry-after')).toBe(String(seconds));
    });
    expect(moved).toBe(seconds * 1_000);
  });

  it('moves to the next due work if Retry-After is 0', async () => {
    const hosted = await hostedAuto({ retry_after: 0 });
    const { id } = (await hosted.client.submitOn('skin.analyze')).body;
    const moves: number[] = [];
    for (let poll = 0; poll < 4; poll += 1) {
      moves.push(await movedBy(hosted, () => hosted.client.get(`/v1/jobs/${id}`)));
    }
    expect(moves).toEqual([1_000, 500, 500, 2_000]);
    expect((await hosted.client.get(`/v1/jobs/${id}`)).body.status).toBe('succeeded');
  });

  it('moves if a poll is answered with 304', async () => {
    const hosted = await hostedAuto();
    const { id } = (await hosted.client.submitOn('skin.analyze')).body;
    const poll = await hosted.client.get(`/v1/jobs/${id}`);
    const moved = await movedBy(hosted, async () => {
      const headers = { 'If-None-Match': poll.headers.get('etag') ?? '' };
      expect((await hosted.client.get(`/v1/jobs/${id}`, { headers })).status).toBe(304);
    });
    expect(moved).toBe(1_000);
  });

  it('waits as long for a poll that comes while it waits for that of another job', async () => {
    const hosted = await hostedWorld({ clock: 'auto', readings: { retry_after: 10 } });
    const { client, host } = hosted;
    const ids = [(await client.submitOn('skin.analyze')).body.id, (await client.submitOn('skin.analyze')).body.id];
    // The first poll takes until the pictures of both jobs are made.
    const polls = ids.map(async (id) => {
      const { headers } = await client.get(`/v1/jobs/${id}`);
      return nowIn(host) - Date.parse(headers.get('Emulator-Now') ?? '');
    });
    for (const waited of await Promise.all(polls)) expect(waited).toBeGreaterThanOrEqual(10_000);
    expect(nowIn(host) - Date.parse('2026-01-01T00:00:00Z')).toBeLessThan(20_000);
  });

  it('stands still for all other requests', async () => {
    const hosted = await hostedAuto();
    const { client } = hosted;
    const asset = (await client.upload()).body.id;
    const running = (await client.submitOn('skin.analyze')).body.id;
    const ended = (await client.submitOn('skin.analyze')).body.id;
    expect((await client.call('POST', `/v1/jobs/${ended}/cancel`)).status).toBe(200);
    const others: [string, string, number][] = [
      ['GET', `/v1/jobs/${ended}`, 200],
      ['GET', '/v1/jobs/job_unknown', 404],
      ['GET', '/v1/jobs', 200],
      ['GET', '/v1/assets', 200],
      ['GET', `/v1/assets/${asset}`, 200],
      ['GET', '/v1/usage', 200],
      ['GET', '/v1/credits/balance', 200],
      ['DELETE', `/v1/jobs/${running}`, 409],
      ['DELETE', `/v1/jobs/${ended}`, 204],
      ['POST', `/v1/jobs/${running}/cancel`, 200],
    ];
    for (const [method, path, status] of others) {
      const moved = await movedBy(hosted, async () => expect((await client.call(method, path)).status).toBe(status));
      expect([method, path, moved]).toEqual([method, path, 0]);
    }
    hosted.wall.moveBy(60_000);
    expect(await movedBy(hosted, () => client.upload())).toBe(0);
    expect(await movedBy(hosted, () => client.submitOn('hair.try_on'))).toBe(0);
  });

  it('stands still if a poll is refused', async () => {
    const hosted = await hostedAuto();
    const { id } = (await hosted.client.submitOn('skin.analyze')).body;
    for (const [key, status] of [
      [null, 401],
      ['pk_test_unknown', 401],
      ['pk_live_demo', 404],
    ] as const) {
      const poll = async () => expect((await hosted.client.get(`/v1/jobs/${id}`, { key })).status).toBe(status);
      expect(await movedBy(hosted, poll)).toBe(0);
    }
  });
});
