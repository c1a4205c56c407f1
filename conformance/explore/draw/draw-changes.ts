import { chance, pick, type Random, weighted } from '../../../shared/sessions/random.ts';
import type { Known } from '../known.ts';
import { keyOf, refusedKey } from './keys.ts';
import type { Drawn, Means } from './means.ts';

export function drawBalance(random: Random, _: Known, means: Means): Drawn<'balance'> | null {
  if (means.features['credits.balance'] === false) return null;
  return {
    does: 'balance',
    ...(chance(random, 0.1) ? refusedKey(random, means) : keyOf(random, means, ['primary', 'primary', 'no_scope'])),
  };
}

export function drawWait(random: Random, _: Known, { drivers }: Means): Drawn<'wait'> | null {
  if (!drivers.includes('clock')) return null;
  return { does: 'wait', for: pick(random, ['1100ms', '10s', '90s', '15m', '61m', '61m', '26h']) };
}

/** The instants in which what a step showed is there for the last time, and no more. */
export function drawWaitForEnd(
  random: Random,
  { assets, jobs }: Known,
  { drivers }: Means,
): Drawn<'wait for its end'> | null {
  if (!drivers.includes('clock')) return null;
  const ended = jobs.flatMap(({ shownBy, isDeleted }) => (shownBy === null || isDeleted ? [] : [shownBy]));
  const ends = [...assets.filter(({ isDeleted }) => !isDeleted).map(({ nth }) => nth), ...ended];
  return ends.length === 0 ? null : { does: 'wait for its end', of: pick(random, ends), by: pick(random, [-30, 30]) };
}

export function drawCredits(random: Random, { world }: Known, { drivers }: Means): Drawn<'credits'> | null {
  if (!drivers.includes('credits') || world.credits === undefined) return null;
  const change = weighted(random, [
    [3, { adjust: pick(random, [-20, -5, 3, 8, 20]) }],
    [1, { threshold: pick(random, [0, 2, 5, 9]) }],
    [1, { test_funded: pick(random, [0, 2, 5]) }],
  ] as const);
  return { does: 'credits', change };
}

export function drawWithoutFeature(
  random: Random,
  { jobs }: Known,
  { drivers, features }: Means,
): Drawn<'without a feature'> | null {
  if (!drivers.includes('tenants')) return null;
  const there = [
    ...(features.lists !== false ? (['lists'] as const) : []),
    ...(features['job.cancel'] !== false ? (['cancel'] as const) : []),
    ...(features['job.delete'] !== false ? (['delete'] as const) : []),
    ...(features['credits.balance'] !== false ? (['credits'] as const) : []),
  ];
  if (there.length === 0) return null;
  const of = jobs.length === 0 ? {} : { of: pick(random, jobs).nth };
  return { does: 'without a feature', feature: pick(random, there), ...of };
}

export function drawFault(random: Random, { jobs }: Known, { drivers, features }: Means): Drawn<'with a fault'> | null {
  if (!drivers.includes('faults')) return null;
  if (features['credits.balance'] !== false && chance(random, 0.5))
    return { does: 'with a fault', fault: 'ledger_unreadable' };
  const of = jobs.length === 0 ? {} : { of: pick(random, jobs).nth };
  return { does: 'with a fault', fault: 'key_store_unreadable', ...of };
}

export function hasHook({ world }: Known, { drivers }: Means): boolean {
  return world.replies !== null && drivers.includes('webhooks');
}
