import * as z from 'zod/mini';
import { orNull } from '../../suite/yaml/schema-parts.ts';
import type { DriverCall } from './call-driver.ts';
import { type Declining, refuseDeclined } from './declined.ts';
import { type Advanced, type ClockDriver, DriverFailed } from './drivers.ts';
import { instant } from './read-answer.ts';

/** The calls of the contract that are about time. That it passed is seen by what the clock says then. */
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
      // A clock that moves in the other way only is moved so.
      if (!moved.isThere) moved = await move(otherwise(last ?? goal), least);
      refuseDeclined('clock', 'POST /clock/advance', moved.answer.declined());
      if (!moved.isThere) throw new DriverFailed('clock', 'POST /clock/advance', standsAt(goal, last ?? goal));
      return advancedOf(moved.answer);
    },
  };
}

/** Both ways to set a clock, and what it must report once it is there. */
function movesFrom(from: number, target: Parameters<ClockDriver['advance']>[0]) {
  const goal = 'by' in target ? from + target.by : target.to;
  const to = { to: new Date(goal).toISOString() };
  if (!('by' in target)) return { goal, least: goal, asked: to, otherwise: (at: number): Asked => ({ by: goal - at }) };
  // How far it went may be reported in whole seconds.
  return { goal, least: Math.floor(goal / 1000) * 1000, asked: target, otherwise: (): Asked => to };
}

/** A clock that does not go where it is sent would be looked at forever, or be taken to be there. */
function standsAt(goal: number, now: number): string {
  return `it should be at ${new Date(goal).toISOString()}, but is at ${new Date(now).toISOString()}`;
}

const clockTime = z.object({ now: instant });
const word = z.catch(z.string(), '');
const advanced = z.object({
  now: instant,
  fired: orNull(z.nullable(z.array(z.object({ at: instant, kind: word, ref: word })))),
  next_due: orNull(z.nullable(instant)),
});

function advancedOf(answer: Answered): Advanced {
  const { fired, ...rest } = answer.as(advanced);
  return { ...rest, fired: fired ?? [], ...(!answer.has('next_due') && { hides_due: true }) };
}

type Asked = Readonly<Record<string, unknown>>;
/** `key`: where the call is about another key than the driver is for. */
export type Ask = (method: DriverCall['method'], path: string, body?: Asked, key?: string) => Promise<Answered>;
/** `declined`: what of the body was not done, see `declinedIn`. */
type Answered = {
  as<Schema extends z.ZodMiniType>(schema: Schema): z.output<Schema>;
  declined(how?: Declining): string[];
  has(member: string): boolean;
};

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

/** Times in whole seconds, or late by the duration of a request, are those of one clock. */
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
