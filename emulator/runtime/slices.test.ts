import { describe, expect, it } from 'vitest';
import { clientOf } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { hostedWorld } from '../testing/hosted-world.ts';
import { openWorld } from '../testing/open-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';
import { passTime, replay } from '../world/commands.ts';
import { schedule } from '../world/timers.ts';
import { nowIn, SLICE, type WorldHost } from './world-host.ts';

const MANY = 10 * SLICE;
const JOBS = 300;

/** Schedules many pieces of work, one per millisecond or all at one instant. */
function plenty({ world }: WorldHost, step: number): void {
  const { now } = world.state;
  for (let index = 0; index < MANY; index += 1)
    schedule(world, now + 1 + index * step, 'asset-expiry', `asset_${index}`);
}

describe('an advance over very much work', () => {
  it.each([
    ['one behind the other', 1],
    ['all at one instant', 0],
  ])('answers other requests meanwhile if the work is due %s', async (_, step) => {
    const { emulator, host } = await openWorld({}, { images: createInstantImages() });
    const other = await emulator.worlds.create();
    const client = clientOf({ keys: other.keys, fetch: emulator.fetch });
    plenty(host, step);
    let isOver = false;
    const advance = emulator.clock.advance('1h').finally(() => {
      isOver = true;
    });
    const { status } = await client.get('/v1/usage');
    expect([status, isOver]).toEqual([200, false]);
    expect((await advance).fired.map(({ ref }) => ref)).toEqual(
      Array.from({ length: MANY }, (__, index) => `asset_${index}`),
    );
  });

  it.each(['frozen', 'running'] as const)('gives a %s world the same state as single steps', async (clock) => {
    const opened = await hostedWorld({ clock }, createInstantImages());
    const { emulator, client, world, commands, freshWorld, wall } = opened;
    for (let job = 0; job < JOBS; job += 1) await client.submitOn('makeup.apply');
    wall.stallBy(3_600_000);
    await emulator.clock.advance('30d');
    const again = freshWorld();
    replay(again, commands);
    passTime(again, world.state.now);
    expect(again.state).toEqual(world.state);
  });

  it('ends if the world is restored meanwhile', async () => {
    const { emulator, host } = await openWorld({}, { images: createInstantImages() });
    plenty(host, 1);
    const before = emulator.clock.now();
    const advance = emulator.clock.advance('1h');
    emulator.reset();
    await advance;
    expect(emulator.clock.now()).toBe(before);
  });
});

describe('a running clock with very much work', () => {
  async function running() {
    const wall = createFakeWallClock();
    const opened = await openWorld({ clock: 'running' }, { images: createInstantImages(), wall });
    plenty(opened.host, 1);
    opened.emulator.clock.change({});
    const left = () =>
      [...opened.host.world.state.timers.values()].filter(({ kind }) => kind === 'asset-expiry').length;
    return { ...opened, wall, left };
  }

  it('serves a caller at the instant that was reached after one slice', async () => {
    const { wall, left, client, emulator } = await running();
    const began = Date.parse(emulator.clock.now());
    wall.stallBy(60_000);
    expect((await client.get('/v1/usage')).status).toBe(200);
    expect(left()).toBe(MANY - SLICE);
    expect(Date.parse(emulator.clock.now()) - began).toBe(SLICE);
  });

  it('does the rest slice by slice when the alarm fires', async () => {
    const { wall, left, host } = await running();
    wall.stallBy(60_000);
    wall.moveBy(0);
    expect([left(), nowIn(host) - wall.now()]).toEqual([0, 0]);
  });

  it('starts an advance only after it has caught up', async () => {
    const { wall, left, emulator } = await running();
    wall.stallBy(60_000);
    const { fired, now } = await emulator.clock.advance('1s');
    expect([left(), fired, Date.parse(now) - wall.now()]).toEqual([0, [], 1_000]);
  });
});
