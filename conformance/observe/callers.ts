import { headersByName } from '../effects/http/headers.ts';
import { isLongEnough, type Secret } from '../effects/secrets/secret-index.ts';
import type { Keys } from '../plan/facts.ts';
import type { Role } from '../suite/vocabulary.ts';
import { environmentOfKey } from '../target/target.ts';
import type { Passing } from './traffic.ts';

/** A client whose exchanges are judged together, as one account. `roleOf` returns the role of a key. */
export type Caller = { name: string; keys: Readonly<Keys>; roleOf(key: string | null): Role | null };

/** Assigns every exchange to its caller; null if the caller is not known. */
export type Called = { callers: readonly Caller[]; callerOf(passing: Passing): Caller | null; secrets: Secret[] };

/**
 * Keys with a role belong to one account, as the target states. It is not known whether any other two keys belong to
 * one account: each is judged separately, as if another client used the other one.
 */
export function callersOf(passings: readonly Passing[], given: Readonly<Keys>): Called {
  const sent = [...new Set(passings.map(keyIn))];
  const roles = new Map(Object.entries(given).map(([role, key]) => [key?.secret ?? '', role as Role]));
  const named: Caller = { name: 'the keys of the target', keys: given, roleOf: (key) => roles.get(key ?? '') ?? null };
  const others = sent.filter((key): key is string => key !== null && isWhole(key) && !roles.has(key));
  const alone = others.map((secret, index): Caller => {
    const keys: Keys = { primary: { secret, environment: environmentOfKey(secret) } };
    return { name: `key ${index + 1}`, keys, roleOf: (key) => (key === secret ? 'primary' : null) };
  });
  // If no exchange has a key, the file was stripped of keys, and a request without a key cannot be judged either.
  const keyless: Caller = { name: 'no key', keys: {}, roleOf: () => NO_KEY };
  const callers = [
    ...(roles.size > 0 ? [named] : []),
    ...alone,
    ...(sent.some((key) => key !== null) && sent.includes(null) ? [keyless] : []),
  ];
  const byKey = new Map(alone.map((caller, index) => [others[index], caller]));
  return {
    callers,
    callerOf: (passing) => {
      const key = keyIn(passing);
      if (key === null) return callers.includes(keyless) ? keyless : null;
      return roles.has(key) ? named : (byKey.get(key) ?? null);
    },
    secrets: [
      ...[...roles].map(([secret, role]) => ({ name: role, secret })),
      ...alone.flatMap(({ name }, index) => ({ name, secret: others[index] ?? '' })),
    ],
  };
}

/** The role that scenarios use for a request without a key. */
const NO_KEY = 'none' as Role;

export function keyIn({ exchange }: Passing): string | null {
  return headersByName(Object.entries(exchange.request.headers))['x-api-key'] ?? null;
}

/** Placeholders such as `key_masked1` differ for each key; asterisks and dots do not. */
const STANDS_IN = /^(?:pk_(?:live|test)|key)_(?:redacted|masked)\w+$/;
const IS_MASKED = /^<.*>$|\*{2}|x{4}|…|\.{3}|redacted|masked|hidden|removed/i;

function isWhole(key: string): boolean {
  return STANDS_IN.test(key) || (isLongEnough(key) && !IS_MASKED.test(key));
}
