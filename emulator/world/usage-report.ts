import type { Owner } from '../domain/account.ts';
import { type Instant, utcDay } from '../domain/values/time.ts';
import type { Operation } from '../domain/vocabulary.ts';
import type { World } from './world.ts';

/** How many jobs of an operation were accepted on a UTC day. */
export type UsageCount = { date: string; operation: Operation; accepted: number };

/** Reading 13: counts of accepted jobs from one UTC day to another, both included, oldest first. */
export function usageCounts({ state, rules }: World, owner: Owner, from: Instant, to: Instant): UsageCount[] {
  const [first, last] = [utcDay(from), utcDay(to)];
  const counted = [...state.usage.values()].filter((row) => rules.usageIsOf(row.owner, owner));
  return summed(counted.filter(({ date }) => date >= first && date <= last));
}

/** One row for each day and operation with a job, in their order. */
export function summed(counts: readonly UsageCount[]): UsageCount[] {
  const sums: Record<string, UsageCount> = {};
  for (const { date, operation, accepted } of counts) {
    const name = `${date} ${operation}`;
    sums[name] = { date, operation, accepted: (sums[name]?.accepted ?? 0) + accepted };
  }
  const named = Object.entries(sums).sort(([one], [other]) => (one < other ? -1 : 1));
  return named.map(([, row]) => row).filter(({ accepted }) => accepted > 0);
}
