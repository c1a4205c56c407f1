import { headersByName } from '../effects/http/headers.ts';
import { isLongEnough, type Secret } from '../effects/secrets/secret-index.ts';
import type { Keys } from '../plan/facts.ts';
import type { Role } from '../suite/vocabulary.ts';
import { environmentOfKey } from '../target/target.ts';
import type { Passing } from './traffic.ts';

/** Whose exchanges are judged together, as one account: what the key of an exchange is called, by its text. */
export type Caller = { name: string; keys: Readonly<Keys>; roleOf(key: string | null): Role | null };

/** Every exchange with its caller; null if it is not known whose it is. */
export type Called = { callers: readonly Caller[]; callerOf(passing: Passing): Caller | null; secrets: Secret[] };

/**
 * Keys with a role are of one account, as the target says. Of any other two keys it is not known whether they are of one account:
 * each is judged by itself, and what the other does is what others do.
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
  // A file without any key had them removed: then what was sent without one is not known either.
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

/** As scenarios call a request without a key. */
const NO_KEY = 'none' as Role;

export function keyIn({ exchange }: Passing): string | null {
  return headersByName(Object.entries(exchange.request.headers))['x-api-key'] ?? null;
}

/** Stand-ins of recordings differ from key to key; stars and dots do not. */
const STANDS_IN = /^(?:pk_(?:live|test)|key)_(?:redacted|masked)\w+$/;
const IS_MASKED = /^<.*>$|\*{2}|x{4}|…|\.{3}|redacted|masked|hidden|removed/i;

function isWhole(key: string): boolean {
  return STANDS_IN.test(key) || (isLongEnough(key) && !IS_MASKED.test(key));
}
