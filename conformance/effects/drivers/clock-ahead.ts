import type { ClockDriver } from './drivers.ts';

/** A driver's clock in the time that the answers of the server are written in, which is some milliseconds ahead of it. */
export function clockAheadBy(clock: ClockDriver, ahead: number): ClockDriver {
  if (ahead === 0) return clock;
  return {
    now: async () => (await clock.now()) + ahead,
    advance: async (target) => {
      const after = await clock.advance('to' in target ? { to: target.to - ahead } : target);
      return {
        ...after,
        now: after.now + ahead,
        fired: after.fired.map((one) => ({ ...one, at: one.at + ahead })),
        next_due: after.next_due === null ? null : after.next_due + ahead,
      };
    },
  };
}

/** Times that are told in seconds, or late by what a request takes, are those of one clock. */
const SAME_CLOCK_MS = 5_000;

/** By how much the time of an answer is ahead of a clock that was read before and after it. */
export function aheadOf(time: number, read: readonly [before: number, after: number]): number {
  const ahead = aheadOfSpan(time, read);
  return Math.abs(ahead) <= SAME_CLOCK_MS ? 0 : ahead;
}

/** How far a time lies behind the end of a span, or (less than 0) before its begin. */
export function aheadOfSpan(time: number, [begin, end]: readonly [begin: number, end: number]): number {
  return Math.min(0, time - begin) + Math.max(0, time - end);
}
