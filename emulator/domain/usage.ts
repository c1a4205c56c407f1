import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { Environment, Operation } from './vocabulary.ts';

/** Accepted jobs of one operation on one UTC day. `accepted` never falls; `quotaUsed` does when a job is refunded. */
export type UsageRow = { owner: string; date: string; operation: Operation; accepted: number; quotaUsed: number };

export function usageKey(owner: string, date: string, operation: Operation): string {
  return `${owner}/${date}/${operation}`;
}

/** Reading 27: the units of a day, or null where there is no limit. */
export function dailyQuota(readings: Readings, environment: Environment, operation: Operation): number | null {
  return readings.daily_quota[environment][operation] ?? null;
}

/** Reading 28: what one key was admitted in the minute that began at `window`. */
export type Admission = { window: number; count: number };
