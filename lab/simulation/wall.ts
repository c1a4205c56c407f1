import { setImmediate } from 'node:timers/promises';
import { createFakeWallClock, type FakeWallClock } from '../../emulator/testing/fake-wall-clock.ts';

/** A machine's clock on which waiting takes no time: who sleeps is woken when the others have had their turn. */
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
