import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type HostedWorld, hostedWorld } from '../testing/hosted-world.ts';
import { createGatedImages, createInstantImages } from '../testing/pictures/gated-images.ts';
import { advanceTo } from './advance.ts';
import { closeHost } from './open-host.ts';
import { nowIn } from './world-host.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** The stage of a job, without bringing the world up to date. */
const stageOf = ({ world }: HostedWorld, id: string) => world.state.jobs.get(id)?.stage;

async function submitted(hosted: HostedWorld, operation: Parameters<HostedWorld['client']['submitOn']>[0]) {
  const reply = await hosted.client.submitOn(operation);
  expect(reply.status).toBe(202);
  return String(reply.body.id);
}

describe('a running clock', () => {
  it.each([1, 3, 0.5])('follows the wall clock at %d times its pace', async (rate) => {
    const { host, wall } = await hostedWorld({ clock: { mode: 'running', rate } });
    const start = nowIn(host);
    expect(start).toBe(wall.now());
    wall.moveBy(4_000);
    expect(nowIn(host)).toBe(start + 4_000 * rate);
    wall.moveBy(1);
    expect(nowIn(host)).toBe(start + Math.floor(4_001 * rate));
  });

  it('begins at the given instant', async () => {
    const { host, wall } = await hostedWorld({ clock: { mode: 'running', start: '2030-01-01T00:00:00Z' } });
    wall.moveBy(1_500);
    expect(new Date(nowIn(host)).toISOString()).toBe('2030-01-01T00:00:01.500Z');
  });

  it('wakes up at each instant at which work is due, and at no other', async () => {
    const hosted = await hostedWorld({ clock: 'running' }, createInstantImages());
    const job = await submitted(hosted, 'makeup.apply');
    const begin = hosted.wall.now();
    expect(hosted.wall.nextCall()).toBe(begin + 1_000);
    hosted.wall.moveBy(999);
    expect(stageOf(hosted, job)).toBe('queued');
    hosted.wall.moveBy(1);
    expect(stageOf(hosted, job)).toBe('picked_up');
    hosted.wall.moveBy(1_000);
    expect(stageOf(hosted, job)).toBe('processing');
    await setImmediate();
    hosted.wall.moveBy(1_999);
    expect(stageOf(hosted, job)).toBe('processing');
    hosted.wall.moveBy(1);
    expect(stageOf(hosted, job)).toBe('succeeded');
  });

  it('continues from where an advance left it', async () => {
    const { host, wall } = await hostedWorld({ clock: 'running' });
    const start = nowIn(host);
    await advanceTo(host, start + DAY);
    expect(nowIn(host)).toBe(start + DAY);
    wall.moveBy(250);
    expect(nowIn(host)).toBe(start + DAY + 250);
  });

  it.each([
    ['nothing was due', 600, 'queued', 400, 'picked_up'],
    ['something was due', 1_200, 'picked_up', 300, 'preparing'],
  ])('wakes up after an advance in which %s', async (_, advance, reached, rest, then) => {
    const hosted = await hostedWorld({ clock: 'running' }, createInstantImages());
    const job = await submitted(hosted, 'makeup.apply');
    await advanceTo(hosted.host, nowIn(hosted.host) + advance);
    expect(stageOf(hosted, job)).toBe(reached);
    hosted.wall.moveBy(rest - 1);
    expect(stageOf(hosted, job)).toBe(reached);
    hosted.wall.moveBy(1);
    expect(stageOf(hosted, job)).toBe(then);
  });

  it('ends a job whose pictures took longer than its processing time as soon as they are made', async () => {
    const images = createGatedImages();
    const hosted = await hostedWorld({ clock: 'running' }, images);
    const job = await submitted(hosted, 'makeup.apply');
    hosted.wall.moveBy(60_000);
    expect(stageOf(hosted, job)).toBe('processing');
    images.release(0);
    await setImmediate();
    hosted.wall.moveBy(0);
    expect((await hosted.client.get(`/v1/jobs/${job}`)).body).toMatchObject({ status: 'succeeded' });
  });

  it('keeps the bytes of an upload when the same picture expires at that moment', async () => {
    const images = createInstantImages();
    const hosted = await hostedWorld(
      { clock: 'running', readings: { input_retention: '1h', job_retention: '1m' } },
      {
        ...images,
        inspect: async (...given) => {
          if (hosted.world.state.assets.size > 0) hosted.wall.stallBy(60 * 60 * 1_000);
          return images.inspect(...given);
        },
      },
    );
    const first = await hosted.client.upload();
    const second = await hosted.client.upload();
    expect((await hosted.client.get(`/v1/assets/${first.body.id}`)).status).toBe(404);
    expect(second.status).toBe(201);
    const [asset] = hosted.world.state.assets.values();
    expect(asset?.id).toBe(second.body.id);
    expect(hosted.blobs.get(asset?.digest ?? '')).toBeDefined();
  });

  it('does not wake up after it was closed', async () => {
    const hosted = await hostedWorld({ clock: 'running' }, createInstantImages());
    await submitted(hosted, 'makeup.apply');
    await closeHost(hosted.host);
    expect(hosted.wall.nextCall()).toBeNull();
  });
});

describe('a frozen clock', () => {
  it('stands still whatever the wall clock does and however often a job is polled', async () => {
    const hosted = await hostedWorld({ clock: 'frozen' }, createInstantImages());
    const start = nowIn(hosted.host);
    const job = await submitted(hosted, 'makeup.apply');
    for (let poll = 0; poll < 5; poll += 1) {
      hosted.wall.moveBy(DAY);
      expect((await hosted.client.get(`/v1/jobs/${job}`)).body).toMatchObject({ id: job, status: 'queued' });
    }
    expect(nowIn(hosted.host)).toBe(start);
    expect(hosted.wall.nextCall()).toBeNull();
  });
});
