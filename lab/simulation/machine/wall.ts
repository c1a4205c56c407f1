import { setImmediate } from 'node:timers/promises';
import { createFakeWallClock, type FakeWallClock } from '../../../emulator/testing/fake-wall-clock.ts';

/** A clock on which waiting takes no real time: a sleep lets pending work run and then moves the clock. */
export function createSimulatedWall(start: number): FakeWallClock {
  const wall = createFakeWallClock(start);
  return {
    ...wall,
    sleep: async (milliseconds) => {
      await setImmediate();
      wall.moveBy(milliseconds);
    },
  };
}
