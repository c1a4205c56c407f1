import { type KnownJob, lacksScope, type Owner } from './known.ts';
import type { Asked, Role } from './operation.ts';
import { chance, pick, type Random } from './random.ts';

type Keys = { roles: readonly Role[] };

const REFUSED: readonly Role[] = ['none', 'revoked', 'expired', 'disabled', 'outside'];
const OWN_KEYS: Readonly<Record<Owner, readonly Role[]>> = {
  own: ['primary', 'primary', 'primary', 'second'],
  'other environment': ['other_env'],
  'another account': ['other_account'],
};

export function ownKey(random: Random, keys: Keys, owner: Owner): Asked {
  return keyOf(random, keys, OWN_KEYS[owner]);
}

/** A key for reading a thing: usually its owner's, sometimes that of a stranger or one that is always refused. */
export function readerKey(random: Random, keys: Keys, owner: Owner): Asked {
  if (chance(random, 0.15)) return strangerKey(random, keys, owner);
  if (chance(random, 0.08)) return refusedKey(random, keys);
  return keyOf(random, keys, [...OWN_KEYS[owner], ...(owner === 'own' ? (['no_scope'] as const) : [])]);
}

export function changerKey(random: Random, keys: Keys, job: KnownJob): Asked {
  if (chance(random, 0.12)) return strangerKey(random, keys, job.owner);
  if (chance(random, 0.08)) return refusedKey(random, keys);
  const scoped = keys.roles.filter((role) => role.startsWith('no_') && lacksScope(role, job));
  if (job.owner === 'own' && scoped.length > 0 && chance(random, 0.12)) return { key: pick(random, scoped) };
  return ownKey(random, keys, job.owner);
}

function strangerKey(random: Random, keys: Keys, owner: Owner): Asked {
  const others = Object.entries(OWN_KEYS).flatMap(([whose, own]) => (whose === owner ? [] : own));
  return keyOf(random, keys, others);
}

export function refusedKey(random: Random, keys: Keys): Asked {
  return keyOf(random, keys, REFUSED);
}

export function maybeRefusedKey(random: Random, keys: Keys): Asked {
  return chance(random, 0.4) ? refusedKey(random, keys) : keyOf(random, keys, ['primary', 'no_scope', 'other_env']);
}

/** One of the wanted keys that are available; the primary one if none is. */
export function keyOf(random: Random, { roles }: Keys, wanted: readonly Role[]): Asked {
  const there = wanted.filter((role) => roles.includes(role));
  const key = there.length === 0 ? 'primary' : pick(random, there);
  return key === 'primary' ? {} : { key };
}
