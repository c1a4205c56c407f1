import * as z from 'zod/mini';
import { orNull } from '../../suite/yaml/schema-parts.ts';
import type { DriverCall } from './call-driver.ts';
import { type Declining, refuseDeclined } from './declined.ts';
import { type Advanced, type ClockDriver, DriverFailed } from './drivers.ts';
import { instant } from './read-answer.ts';

/** The calls of the contract for the clock. The time that the clock reports shows whether it moved. */
export function clockDriver(ask: Ask): ClockDriver {
  let last: number | null = null;
  const read = (answer: Answered) => {
    last = answer.as(clockTime).now;
    return last;
  };
  const now = async () => read(await ask('GET', '/clock'));
  const move = async (asked: Asked, least: number) => {
    const answer = await ask('POST', '/clock/advance', asked);
    return { answer, isThere: read(answer) >= least && answer.declined().length === 0 };
  };
  return {
    now,
    advance: async (target) => {
      const { asked, otherwise, goal, least } = movesFrom(last ?? (await now()), target);
      let moved = await move(asked, least);
      // Some clocks can only be moved in the other way.
      if (!moved.isThere) moved = await move(otherwise(last ?? goal), least);
      refuseDeclined('clock', 'POST /clock/advance', moved.answer.declined());
      if (!moved.isThere) throw new DriverFailed('clock', 'POST /clock/advance', standsAt(goal, last ?? goal));
      return advancedOf(moved.answer);
    },
  };
}

/** Returns both ways to move a clock, and what it must report afterwards. */
function movesFrom(from: number, target: Parameters<ClockDriver['advance']>[0]) {
  const goal = 'by' in target ? from + target.by : target.to;
  const to = { to: new Date(goal).toISOString() };
  if (!('by' in target)) return { goal, least: goal, asked: to, otherwise: (at: number): Asked => ({ by: goal - at }) };
  // The clock may report its time in whole seconds.
  return { goal, least: Math.floor(goal / 1000) * 1000, asked: target, otherwise: (): Asked => to };
}

/** A clock that does not move as requested would be polled forever, or assumed to have moved. */
function standsAt(goal: number, now: number): string {
  return `it should be at ${new Date(goal).toISOString()}, but is at ${new Date(now).toISOString()}`;
}

const clockTime = z.object({ now: instant });
const word = z.catch(z.string(), '');
const fallen = z.object({ at: instant, kind: word, ref: word });
const advanced = z.object({
  now: instant,
  // The contract does not say how an element looks.
  fired: z.catch(z.array(z.unknown()), []),
  next_due: orNull(z.nullable(instant)),
});

function advancedOf(answer: Answered): Advanced {
  const { fired, ...rest } = answer.as(advanced);
  const usable = fired.flatMap((one) => {
    const { data } = fallen.safeParse(one, { jitless: true });
    return data === undefined ? [] : [data];
  });
  return { ...rest, fired: usable, ...(!answer.has('next_due') && { hides_due: true }) };
}

type Asked = Readonly<Record<string, unknown>>;
/** `key`: for a call about another key than the driver's own. */
export type Ask = (method: DriverCall['method'], path: string, body?: Asked, key?: string) => Promise<Answered>;
/** `declined`: the parts of the body that were not carried out, see `declinedIn`. */
type Answered = {
  as<Schema extends z.ZodMiniType>(schema: Schema): z.output<Schema>;
  declined(how?: Declining): string[];
  has(member: string): boolean;
};

/** Converts a driver's clock to the time in the server's answers, which is `ahead` milliseconds ahead of it. */
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

/** Up to this difference, two times come from the same clock: one may be in whole seconds, or delayed by a request. */
const SAME_CLOCK_MS = 5_000;

/** Returns how far the time of an answer is ahead of a clock that was read before and after it. */
export function aheadOf(time: number, read: readonly [before: number, after: number]): number {
  const ahead = aheadOfSpan(time, read);
  return Math.abs(ahead) <= SAME_CLOCK_MS ? 0 : ahead;
}

/** Returns how far a time is after the end of a span, or (negative) before its start. */
export function aheadOfSpan(time: number, [begin, end]: readonly [begin: number, end: number]): number {
  return Math.min(0, time - begin) + Math.max(0, time - end);
}
