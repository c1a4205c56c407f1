import type { WallClock } from '../world/ports.ts';

/** What is asked for at once is there after so many turns; what a module or a thread has to do first may take longer. */
const TURNS = 100;
const PAUSE = 10;
const PAUSES = 200;

/** Resolves with what is there after a while; undefined where nothing comes. */
export async function awaitPlayed<Value>(wall: WallClock, look: () => Value | undefined): Promise<Value | undefined> {
  for (let turn = 0; turn < TURNS + PAUSES; turn += 1) {
    const found = look();
    if (found !== undefined) return found;
    await (turn < TURNS ? wall.turn() : wall.sleep(PAUSE));
  }
  return look();
}
