import { accountOf, type Owner } from '../domain/account.ts';
import { statusOf } from '../domain/job.ts';
import { DAY, type Instant, utcDay } from '../domain/values/time.ts';
import { OPERATIONS, type Operation } from '../domain/vocabulary.ts';
import type { World } from './world.ts';

/** How many jobs of an operation were accepted on a UTC day. */
export type UsageCount = { date: string; operation: Operation; accepted: number };

/** Reading 13: counts of accepted jobs from one UTC day to another, both included, oldest first. */
export function usageCounts(world: World, owner: Owner, from: Instant, to: Instant): UsageCount[] {
  const { usage_empty_days: emptyDays } = world.settings.readings;
  const [first, last] = [utcDay(from), utcDay(to)];
  const counted = [...acceptedBy(world, owner), ...notCountedYet(world, owner)];
  const asked = counted.filter(({ date }) => date >= first && date <= last);
  const rows = summed(emptyDays === 'zero' ? [...emptyRows(from, to), ...asked] : asked);
  const byOperation = (a: UsageCount, b: UsageCount) => (a.operation < b.operation ? -1 : 1);
  const byDay = (a: UsageCount, b: UsageCount) => (a.date < b.date ? -1 : 1);
  return rows
    .filter(({ accepted }) => accepted > 0 || emptyDays === 'zero')
    .sort((a, b) => (a.date === b.date ? byOperation(a, b) : byDay(a, b)));
}

function summed(counts: readonly UsageCount[]): UsageCount[] {
  const sums: Record<string, UsageCount> = {};
  for (const { date, operation, accepted } of counts) {
    const name = `${date} ${operation}`;
    sums[name] = { date, operation, accepted: Math.max(0, (sums[name]?.accepted ?? 0) + accepted) };
  }
  return Object.values(sums);
}

function acceptedBy(world: World, owner: Owner): UsageCount[] {
  return [...world.state.usage.values()].filter((row) => isCountedFor(world, row.owner, owner));
}

function isCountedFor({ settings }: World, of: Owner, owner: Owner): boolean {
  return settings.readings.usage_of === 'account' ? accountOf(of) === accountOf(owner) : of === owner;
}

/** Takes out jobs that were accepted so lately that the usage need not have them yet. One that is deleted counts at once. */
function notCountedYet(world: World, owner: Owner): UsageCount[] {
  const { usage_lag: lag, usage_cancelled: cancelled } = world.settings.readings;
  if (lag === 0) return [];
  const { jobs, now } = world.state;
  return [...jobs.values()]
    .filter((job) => job.createdAt > now - lag && isCountedFor(world, job.owner, owner))
    .filter((job) => cancelled === 'counted' || statusOf(job) !== 'cancelled')
    .map(({ createdAt, submission: { operation } }) => ({
      date: world.rules.usageDay(createdAt),
      operation,
      accepted: -1,
    }));
}

/** As many days as a usage may show where none are asked for. */
const MOST_DAYS = 36_500;

function emptyRows(from: Instant, to: Instant): UsageCount[] {
  const first = Math.max(Math.floor(from / DAY), Math.floor(to / DAY) - MOST_DAYS + 1);
  const days = Array.from({ length: Math.floor(to / DAY) - first + 1 }, (_, index) => utcDay((first + index) * DAY));
  return days.flatMap((date) => OPERATIONS.map((operation) => ({ date, operation, accepted: 0 })));
}
