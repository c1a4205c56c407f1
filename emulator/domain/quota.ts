import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { Owner } from './account.ts';
import { DAY, type Instant, nextUtcMidnight, utcDay } from './values/time.ts';
import { type Environment, OPERATIONS, type Operation } from './vocabulary.ts';

/** Reading 27: an accepted job that uses one unit of its day; a refund removes the row. */
export type QuotaUse = { owner: Owner; key: string; operation: Operation; at: Instant };

/** How many jobs are allowed per day, and which operations count. */
export type Quota = { units: number; operations: readonly Operation[] };

/** The quota that applies to a job; null if there is no limit. `each` replaces the limits of the readings. */
export function quotaFor(
  { daily_quota, quota_counts }: Readings,
  each: number | null,
  environment: Environment,
  operation: Operation,
): Quota | null {
  const ofDay = daily_quota[environment];
  const units = each ?? ofDay[operation] ?? null;
  if (units === null) return null;
  if (quota_counts === 'by_operation') return { units, operations: [operation] };
  if (each !== null) return { units: each, operations: OPERATIONS };
  const limited = OPERATIONS.filter((one) => (ofDay[one] ?? null) !== null);
  return { units: limited.reduce((sum, one) => sum + (ofDay[one] ?? 0), 0), operations: limited };
}

/** The number of jobs in the current day, and when the quota allows another one if they have used it up. */
export type QuotaDay = { used: number; opensAt: Instant };

/** The day of a quota. `jobs` are the instants of the jobs that count, oldest first. */
export function quotaDay(kind: Readings['quota_day'], jobs: readonly Instant[], units: number, now: Instant): QuotaDay {
  return DAYS[kind](jobs, units, now);
}

const DAYS: Record<Readings['quota_day'], (jobs: readonly Instant[], units: number, now: Instant) => QuotaDay> = {
  utc_midnight: (jobs, _, now) => {
    const today = utcDay(now);
    return { used: jobs.filter((at) => utcDay(at) === today).length, opensAt: nextUtcMidnight(now) };
  },
  at_first_job: (jobs, _, now) => {
    const begin = jobs.reduce((began, at) => (at >= began + DAY ? at : began), jobs[0] ?? now);
    const isOver = now >= begin + DAY;
    return { used: isOver ? 0 : jobs.filter((at) => at >= begin).length, opensAt: isOver ? now + DAY : begin + DAY };
  },
  rolling: (jobs, units, now) => {
    const recent = jobs.filter((at) => at > now - DAY);
    return { used: recent.length, opensAt: (recent[recent.length - units] ?? now) + DAY };
  },
};
