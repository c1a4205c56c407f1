import { createQueue } from '../domain/queue.ts';
import type { WallClock } from '../world/ports.ts';

/**
 * The turns of what comes from outside: one after the other, each only when all that follows from the last at once is done. The
 * machine's clock stands still within a turn, and until the next.
 */
export type Sequence = {
  now(): number;
  /** Does something in a turn of its own. */
  enter(act: () => void): void;
  /**
   * Does what cannot wait for a turn: whoever calls gets an answer at once. `isTogether`: nothing that follows from the last
   * such call has been done yet.
   */
  atOnce<Result>(act: (isTogether: boolean) => Result): Result;
  /** Resolves when all that follows from the present turn at once is done: nobody outside acts in the midst of it. */
  settled(): Promise<void>;
};

export function createSequence(wall: WallClock): Sequence {
  const waiting = createQueue<() => void>();
  let isTaking = false;
  let now = wall.now();
  let isFresh = false;
  const move = () => {
    now = Math.max(now, wall.now());
  };
  const takeTurns = async () => {
    while (waiting.size() > 0) {
      await wall.turn();
      move();
      waiting.take()?.();
    }
    isTaking = false;
  };
  return {
    now: () => now,
    enter: (act) => {
      waiting.add(act);
      if (isTaking) return;
      isTaking = true;
      takeTurns();
    },
    atOnce: (act) => {
      move();
      const isTogether = isFresh;
      isFresh = true;
      queueMicrotask(() => {
        isFresh = false;
      });
      return act(isTogether);
    },
    settled: () => wall.turn(),
  };
}
