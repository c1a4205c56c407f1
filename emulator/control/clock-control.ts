import { parseDuration } from '../../shared/duration.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { clockProblem, type Instant, LONGEST_DURATION, parseInstant, toIso } from '../domain/values/time.ts';
import { advanceTo } from '../runtime/advance.ts';
import { type AdvanceReport, reportOf } from '../runtime/advance-report.ts';
import type { ClockMode } from '../runtime/clock.ts';
import { changeClock, nowIn, type WorldHost } from '../runtime/world-host.ts';
import { type ClockReport, clockChangeSchema } from './schemas/clock.ts';

/** How far to advance. A text or number is a duration. */
export type AdvanceTarget = { by: string | number } | { to: string | Date } | { until: 'idle' } | string | number;

export type ClockControl = {
  /** The current time of the world, in ISO 8601. */
  now(): string;
  read(): ClockReport;
  /** Changes how time passes from now on; the current time stays the same. */
  change(change: { mode?: ClockMode; rate?: number }): ClockReport;
  /** Advances the time, and resolves when all due work is done. Throws `AdvanceFailed` if some of it fails. */
  advance(target: AdvanceTarget): Promise<AdvanceReport>;
};

export function controlClock(host: WorldHost): ClockControl {
  const read = () => ({ now: toIso(nowIn(host)), ...host.clock.settings() });
  return {
    now: () => toIso(nowIn(host)),
    read,
    change: (input) => {
      const { mode, rate } = parseInput('The clock', clockChangeSchema, input);
      changeClock(host, { ...(mode !== undefined && { mode }), ...(rate !== undefined && { rate }) });
      return read();
    },
    advance: async (target) => reportOf(await advanceTo(host, (from) => goalOf(target, from))),
  };
}

function goalOf(target: AdvanceTarget, now: Instant): Instant | 'idle' {
  if (typeof target === 'string' || typeof target === 'number') return reachable('by', now + millisecondsOf(target));
  if (typeof target !== 'object' || target === null) throw refuse('body', 'must be {by}, {to} or {until: idle}');
  if ('by' in target) return reachable('by', now + millisecondsOf(target.by));
  if ('until' in target && target.until !== 'idle') throw refuse('until', 'must be idle');
  if ('until' in target) return 'idle';
  const instant = target.to instanceof Date ? target.to.getTime() : parseInstant(String(target.to));
  if (instant === null || Number.isNaN(instant)) throw refuse('to', 'must be a time, such as 2026-01-31T12:00:00Z');
  if (instant >= now) return reachable('to', instant);
  throw refuse(
    'to',
    `is before the current time, ${toIso(now)}: time cannot go back; save and load a snapshot instead`,
  );
}

function reachable(path: string, instant: Instant): Instant {
  const problem = clockProblem(instant);
  if (problem !== null) throw refuse(path, problem);
  return instant;
}

function millisecondsOf(duration: string | number): number {
  const milliseconds = typeof duration === 'number' ? duration : parseDuration(duration);
  if (
    milliseconds !== null &&
    Number.isInteger(milliseconds) &&
    milliseconds >= 0 &&
    milliseconds <= LONGEST_DURATION
  ) {
    return milliseconds;
  }
  throw refuse(
    'by',
    'must be a duration, such as 8m, 1h30m, PT8M or a whole number of milliseconds, at most 100 years',
  );
}

function refuse(path: string, problem: string): BadInput {
  return new BadInput('The advance', [{ path, problem }]);
}
