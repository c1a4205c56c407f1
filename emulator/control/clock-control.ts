import { BadInput } from '../domain/bad-input.ts';
import { parseDuration } from '../domain/duration.ts';
import { type Instant, parseInstant, toIso } from '../domain/time.ts';
import type { WorldHost } from '../runtime/world-host.ts';

/** How far to go: a length of time (`8m`, `1h30m`, `PT8M`, milliseconds) or an instant. */
export type AdvanceTarget = { by: string | number } | { to: string | Date };

export type AdvanceReport = {
  /** The instant that was reached. */
  now: string;
  /** The work that fell due on the way, in order. */
  fired: { at: string; kind: string; ref: string }[];
  /** When the next work falls due, or null where there is none. */
  next_due: string | null;
};

export type ClockControl = {
  /** The world's present instant, as ISO 8601. */
  now(): string;
  /** Lets time pass and resolves when all that fell due, and all that came of it, is done. A text means `by`. */
  advance(target: AdvanceTarget | string | number): Promise<AdvanceReport>;
};

export function controlClock(host: WorldHost): ClockControl {
  return {
    now: () => toIso(host.now()),
    advance: async (target) => {
      const { now, fired, nextDue } = await host.advanceTo(instantOf(target, host.now()));
      return {
        now: toIso(now),
        fired: fired.map(({ due, kind, ref }) => ({ at: toIso(due), kind, ref })),
        next_due: nextDue === null ? null : toIso(nextDue),
      };
    },
  };
}

function instantOf(target: AdvanceTarget | string | number, now: Instant): Instant {
  if (typeof target !== 'object') return now + millisecondsOf(target);
  if ('by' in target) return now + millisecondsOf(target.by);
  const instant = target.to instanceof Date ? target.to.getTime() : parseInstant(target.to);
  if (instant === null || Number.isNaN(instant)) throw refuse('to', 'must be an instant, such as 2026-01-31T12:00:00Z');
  if (instant < now) throw refuse('to', `lies before the present, ${toIso(now)}: time never goes back`);
  return instant;
}

function millisecondsOf(duration: string | number): number {
  const milliseconds = typeof duration === 'number' ? duration : parseDuration(duration);
  if (milliseconds !== null && Number.isInteger(milliseconds) && milliseconds >= 0) return milliseconds;
  throw refuse('by', 'must be a duration, such as 8m, 1h30m, PT8M or a whole number of milliseconds');
}

function refuse(path: string, problem: string): BadInput {
  return new BadInput('The advance', [{ path, problem }]);
}
