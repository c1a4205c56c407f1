import type { Owner } from '../domain/account.ts';
import { type Instant, utcDay } from '../domain/values/time.ts';
import type { Operation } from '../domain/vocabulary.ts';
import type { World } from './world.ts';

/** The number of accepted jobs of an operation on a UTC day. */
export type UsageCount = { date: string; operation: Operation; accepted: number };

/** Reading 13: the counts of accepted jobs between two UTC days, inclusive, oldest first. */
export function usageCounts({ state, rules }: World, owner: Owner, from: Instant, to: Instant): UsageCount[] {
  const [first, last] = [utcDay(from), utcDay(to)];
  const counted = [...state.usage.values()].filter((row) => rules.usageIsOf(row.owner, owner));
  return summed(counted.filter(({ date }) => date >= first && date <= last));
}

/** One row for each day and operation with jobs, in their order. */
export function summed(counts: readonly UsageCount[]): UsageCount[] {
  const sums: Record<string, UsageCount> = {};
  for (const { date, operation, accepted } of counts) {
    const name = `${date} ${operation}`;
    sums[name] = { date, operation, accepted: (sums[name]?.accepted ?? 0) + accepted };
  }
  const named = Object.entries(sums).sort(([one], [other]) => (one < other ? -1 : 1));
  return named.map(([, row]) => row).filter(({ accepted }) => accepted > 0);
}
