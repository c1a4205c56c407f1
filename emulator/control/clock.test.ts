import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { imagesBehindGate, openWorld } from '../testing/open-world.ts';

const START = Date.UTC(2026, 0, 1);
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();
const WALL_START = Date.UTC(2026, 5, 1);

/** An emulator whose machine clock is moved by the test. */
async function onMovableWall(clock: EmulatorOptions['clock'] = 'running') {
  const wall = createFakeWallClock(WALL_START);
  return { ...(await openWorld({ clock }, { wall })), wall };
}

const wallTime = (milliseconds: number) => new Date(WALL_START + milliseconds).toISOString();

describe('A running clock', () => {
  it('stops while an advance settles, and continues from where the advance ends', async () => {
    const wall = createFakeWallClock(WALL_START);
    const { images, open } = imagesBehindGate();
    const { emulator, client } = await openWorld({ clock: 'running' }, { wall, images });
    const { body: job } = await client.submitOn('makeup.apply');
    const advanced = emulator.clock.advance('1h');
    wall.moveBy(600_000);
    expect(emulator.clock.now()).toBe(wallTime(2_000));
    expect((await client.get(`/v1/jobs/${job.id}`)).headers.get('Emulator-Now')).toBe(wallTime(2_000));
    open();
    expect((await advanced).now).toBe(wallTime(3_600_000));
    expect(emulator.clock.now()).toBe(wallTime(3_600_000));
    wall.moveBy(500);
    expect(emulator.clock.now()).toBe(wallTime(3_600_500));
    expect(emulator.jobs.read(job.id).status).toBe('succeeded');
  });
});

describe('A change of the clock', () => {
  it('never jumps: each mode continues from the current time', async () => {
    const { emulator, wall } = await onMovableWall();
    wall.moveBy(1_000);
    expect(emulator.clock.change({ mode: 'frozen' })).toEqual({ now: wallTime(1_000), mode: 'frozen', rate: 1 });
    wall.moveBy(5_000);
    expect(emulator.clock.change({ mode: 'running', rate: 60 }).now).toBe(wallTime(1_000));
    wall.moveBy(1_000);
    expect(emulator.clock.change({ rate: 1 }).now).toBe(wallTime(61_000));
    wall.moveBy(1_000);
    expect(emulator.clock.now()).toBe(wallTime(62_000));
  });
});

describe('An advance', () => {
  // shared/duration.test.ts covers every form of a duration.
  it.each([
    ['1h30m', 5_400_000],
    ['PT8M', 480_000],
    [1_234, 1_234],
  ])('by %s moves the clock by that duration', async (by, milliseconds) => {
    const { emulator, client } = await emulatorFor();
    expect((await emulator.clock.advance(by)).now).toBe(at(milliseconds));
    const { body } = await client.call('POST', '/_emulator/v1/clock/advance', { json: { by } });
    expect(body.now).toBe(at(2 * milliseconds));
  });

  it('to an instant moves to it, and to the current one does nothing', async () => {
    const { emulator } = await emulatorFor();
    expect((await emulator.clock.advance({ to: at(90_000) })).now).toBe(at(90_000));
    expect((await emulator.clock.advance({ to: new Date(START + 90_000) })).now).toBe(at(90_000));
    expect((await emulator.clock.advance({ to: '2026-01-01T02:01:40+02:00' })).now).toBe(at(100_000));
  });

  it('back in time is refused with a hint about snapshots', async () => {
    const { emulator, client } = await emulatorFor();
    await emulator.clock.advance('1h');
    const { status, body } = await client.call('POST', '/_emulator/v1/clock/advance', { json: { to: at(1) } });
    expect(status).toBe(400);
    expect(body.error.problems[0].path).toBe('to');
    expect(body.error.message).toContain(at(3_600_000));
    expect(body.error.message).toContain('snapshot');
    await expect(emulator.clock.advance({ to: at(1) })).rejects.toThrow('time cannot go back');
    expect(emulator.clock.now()).toBe(at(3_600_000));
  });

  it('reports what fired on the way, in order, and what is due next', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: job } = await client.submitOn('makeup.apply');
    const [{ asset_id: input }] = job.inputs;
    expect(await emulator.clock.advance('1500ms')).toEqual({
      from: at(0),
      now: at(1_500),
      fired: [
        { at: at(1_000), kind: 'stage', ref: job.id },
        { at: at(1_500), kind: 'stage', ref: job.id },
      ],
      walked: { stage: 2 },
      next_due: at(2_000),
    });
    const day = 86_400_000;
    const { fired, next_due } = await emulator.clock.advance('2d');
    expect(fired).toEqual([
      { at: at(2_000), kind: 'stage', ref: job.id },
      { at: at(4_000), kind: 'stage', ref: job.id },
      { at: at(day), kind: 'asset-expiry', ref: input },
      { at: at(day), kind: 'snapshot-expiry', ref: job.id },
    ]);
    expect(next_due).toBe(at(7 * day + 4_000));
    expect((await emulator.clock.advance('8d')).next_due).toBeNull();
  });

  it('until idle ends when the last job has ended, and does not wait for expiries', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submitOn('makeup.apply');
    await emulator.clock.advance('500ms');
    const { body: last } = await client.submitOn('hair.try_on');
    const { now, next_due } = await emulator.clock.advance({ until: 'idle' });
    expect([now, next_due]).toEqual([at(4_500), at(86_400_000)]);
    expect(emulator.jobs.read(last.id).status).toBe('succeeded');
    expect(await emulator.clock.advance({ until: 'idle' })).toEqual({
      from: at(4_500),
      now: at(4_500),
      fired: [],
      walked: {},
      next_due,
    });
  });

  it('until idle does not wait for a job that is held', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ hold_at: 'preparing' });
    const { body: job } = await client.submitOn('makeup.apply');
    expect((await emulator.clock.advance({ until: 'idle' })).now).toBe(at(1_500));
    expect(emulator.jobs.read(job.id)).toMatchObject({ stage: 'preparing', held: true });
  });
});

describe('Emulator-Now', () => {
  it('is also in a 401, a 204 and a 304, and in no answer if it is switched off', async () => {
    for (const [config, now] of [
      [{}, at(0)],
      [{ emulator_now: false }, null],
    ] as const) {
      const { client } = await emulatorFor(config);
      const { body: job, headers } = await client.submitOn('makeup.apply');
      const { body: asset } = await client.upload();
      const replies = [
        await client.get('/v1/usage', { key: 'pk_live_nobody' }),
        await client.call('DELETE', `/v1/assets/${asset.id}`),
        await client.get(`/v1/jobs/${job.id}`, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([401, 204, 304]);
      expect(replies.map((reply) => reply.headers.get('Emulator-Now'))).toEqual([now, now, now]);
    }
  });
});
