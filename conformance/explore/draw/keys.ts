import { chance, pick, type Random } from '../../../shared/sessions/random.ts';
import type { Role } from '../../suite/vocabulary.ts';
import { type KnownJob, lacksScope } from '../known.ts';
import type { Means } from './means.ts';

const REFUSED: readonly (Role | 'none')[] = ['none', 'revoked', 'expired', 'disabled', 'outside'];
export const OWNERS: Readonly<Record<string, readonly Role[]>> = {
  own: ['primary', 'primary', 'primary', 'second'],
  'own other environment': ['other_env'],
  'another account': ['other_account'],
};

/** Who reads a thing: its owner as a rule, sometimes a stranger or a key that is good for nothing. */
export function reader(random: Random, means: Means, owner: string): { key?: Role | 'none' } {
  if (chance(random, 0.15)) return strangers(random, means, owner);
  if (chance(random, 0.08)) return refusedKey(random, means);
  return keyOf(random, means, [...(OWNERS[owner] ?? []), ...(owner === 'own' ? (['no_scope'] as const) : [])]);
}

export function changer(random: Random, means: Means, job: KnownJob): { key?: Role | 'none' } {
  if (chance(random, 0.12)) return strangers(random, means, job.owner);
  if (chance(random, 0.08)) return refusedKey(random, means);
  const scoped = means.roles.filter((role) => role.startsWith('no_') && lacksScope(role, job));
  if (job.owner === 'own' && scoped.length > 0 && chance(random, 0.12)) return { key: pick(random, scoped) };
  return keyOf(random, means, OWNERS[job.owner] ?? []);
}

export function strangers(random: Random, means: Means, owner: string): { key?: Role | 'none' } {
  const others = Object.entries(OWNERS).flatMap(([whose, keys]) => (whose === owner ? [] : keys));
  return keyOf(random, means, others);
}

export function refusedKey(random: Random, means: Means): { key?: Role | 'none' } {
  return keyOf(random, means, REFUSED);
}

/** One of the keys that there are; the primary one where there is none of them. */
export function keyOf(random: Random, { roles }: Means, wanted: readonly (Role | 'none')[]): { key?: Role | 'none' } {
  const there = wanted.filter((role) => roles.includes(role));
  const key = there.length === 0 ? 'primary' : pick(random, there);
  return key === 'primary' ? {} : { key };
}

export function maybeRefused(random: Random, means: Means): { key?: Role | 'none' } {
  return chance(random, 0.4) ? refusedKey(random, means) : keyOf(random, means, ['primary', 'no_scope', 'other_env']);
}
