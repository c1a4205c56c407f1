import { accountOf, type Owner } from '../domain/account.ts';
import { statusOf } from '../domain/job.ts';
import { DAY, type Instant, utcDay } from '../domain/values/time.ts';
import { OPERATIONS, type Operation } from '../domain/vocabulary.ts';
import type { World } from './world.ts';

/** How many jobs of an operation were accepted on a UTC day. */
export type UsageCount = { date: string; operation: Operation; accepted: number };

/** Reading 13: counts of accepted jobs from one UTC day to another, both included, oldest first. */
export function usageCounts(world: World, owner: Owner, from: Instant, to: Instant): UsageCount[] {
  const { usage_empty_days: emptyDays, usage_order: order } = world.settings.readings;
  const [first, last] = [utcDay(from), utcDay(to)];
  const counts = new Map<string, UsageCount>();
  const add = (date: string, operation: Operation, by: number) => {
    const name = `${date} ${operation}`;
    counts.set(name, { date, operation, accepted: (counts.get(name)?.accepted ?? 0) + by });
  };
  if (emptyDays === 'zero') for (const date of daysUntil(from, to)) for (const one of OPERATIONS) add(date, one, 0);
  for (const { owner: of, date, operation, accepted } of world.state.usage.values())
    if (isCountedFor(world, of, owner) && date >= first && date <= last) add(date, operation, accepted);
  for (const { date, operation } of notCountedYet(world, owner)) {
    const row = counts.get(`${date} ${operation}`);
    if (row !== undefined) add(date, operation, -Math.min(1, row.accepted));
  }
  const rows = [...counts.values()].filter(({ accepted }) => accepted > 0 || emptyDays === 'zero');
  const byOperation = (a: UsageCount, b: UsageCount) => (a.operation < b.operation ? -1 : 1);
  const byDay = (a: UsageCount, b: UsageCount) => (a.date < b.date === (order === 'oldest_first') ? -1 : 1);
  return rows.sort((a, b) => (a.date === b.date ? byOperation(a, b) : byDay(a, b)));
}

function isCountedFor({ settings }: World, of: Owner, owner: Owner): boolean {
  return settings.readings.usage_of === 'account' ? accountOf(of) === accountOf(owner) : of === owner;
}

/** The jobs that were accepted so lately that the usage need not have them yet. A job that is deleted counts at once. */
function notCountedYet(world: World, owner: Owner): Omit<UsageCount, 'accepted'>[] {
  const { usage_lag: lag, usage_cancelled: cancelled } = world.settings.readings;
  if (lag === 0) return [];
  const { jobs, now } = world.state;
  return [...jobs.values()]
    .filter((job) => job.createdAt > now - lag && isCountedFor(world, job.owner, owner))
    .filter((job) => cancelled === 'counted' || statusOf(job) !== 'cancelled')
    .map(({ createdAt, submission: { operation } }) => ({ date: world.rules.usageDay(createdAt), operation }));
}

/** As many days as a usage may show where none are asked for. */
const MOST_DAYS = 36_500;

function daysUntil(from: Instant, to: Instant): string[] {
  const first = Math.max(Math.floor(from / DAY), Math.floor(to / DAY) - MOST_DAYS + 1);
  const days = Math.floor(to / DAY) - first + 1;
  return Array.from({ length: days }, (_, index) => utcDay((first + index) * DAY));
}
