import { setImmediate } from 'node:timers/promises';
import type { WallClock } from '../world/ports.ts';

export type FakeWallClock = WallClock & {
  /** Lets time pass and makes the pending calls, each at its instant. */
  moveBy(milliseconds: number): void;
  /** Lets time pass while the process is busy: no call is made yet, however late it is. */
  stallBy(milliseconds: number): void;
  /** When the next call is due, or null if none is. */
  nextCall(): number | null;
};

/** A callback that schedules itself at once would never end. */
const MOST_CALLS = 1_000;

/** A wall clock that a test moves by hand. */
export function createFakeWallClock(start = Date.UTC(2026, 5, 1)): FakeWallClock {
  const waiting = new Set<{ instant: number; call: () => void }>();
  let now = start;
  const next = () => [...waiting].toSorted((a, b) => a.instant - b.instant)[0];
  return {
    now: () => now,
    callAt: (instant, call) => {
      const alarm = { instant, call };
      waiting.add(alarm);
      return { cancel: () => waiting.delete(alarm) };
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        waiting.add({ instant: now + milliseconds, call: resolve });
        signal?.addEventListener('abort', () => resolve());
      }),
    turn: () => setImmediate(),
    moveBy: (milliseconds) => {
      const end = now + milliseconds;
      let calls = 0;
      for (let alarm = next(); alarm !== undefined && alarm.instant <= end; alarm = next()) {
        calls += 1;
        if (calls > MOST_CALLS) throw new Error(`woken ${MOST_CALLS} times by ${new Date(now).toISOString()}`);
        waiting.delete(alarm);
        now = Math.max(now, alarm.instant);
        alarm.call();
      }
      now = end;
    },
    stallBy: (milliseconds) => {
      now += milliseconds;
    },
    nextCall: () => next()?.instant ?? null,
  };
}
