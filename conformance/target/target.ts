import { isLoopback } from '../../shared/proxy.ts';
import type { DriverName, Feature, HairField, Role } from '../suite/vocabulary.ts';
import { type Connection, connectionSecrets } from './connection.ts';

export type Declared = 'on' | 'off' | 'auto';

export type KeyEnvironment = 'live' | 'test' | 'other';
/** If `scopes` is null, the role implies them. */
export type TargetKey = { secret: string; environment: KeyEnvironment; scopes: readonly string[] | null };

/** How the tester receives events. If there is a secret, a person has registered the endpoint. */
export type ReceiverConfig = {
  listen: { host: string; port: number };
  public_url: string | null;
  secret: string | null;
};

export type DriversConfig = {
  /** The address of a driver contract, whose capabilities list its drivers. */
  url: string | null;
  token: string | null;
  /** Single drivers, each with the base address of its calls. */
  named: Partial<Record<DriverName, string>>;
  receiver: ReceiverConfig | null;
};

export const NO_DRIVERS: DriversConfig = { url: null, token: null, named: {}, receiver: null };

/** Limits of a run; null for none. `wall` is in milliseconds. */
export type Budget = { wall: number | null; jobs: number | null; credit_units: number | null };

/** The server under test, with the keys, drivers and limits of the tester. */
export type Target = {
  name: string;
  version: string | null;
  /** Without a trailing slash. */
  base_url: string;
  spec: string | null;
  /** The data for scenarios: those of the file, and the default products. */
  data: Readonly<Record<string, unknown>>;
  keys: Partial<Record<Role, TargetKey>>;
  /** Unset variables, by the roles whose keys they should contain. */
  unset?: Partial<Record<Role, string>>;
  features: Record<Feature, Declared>;
  /** The reasons why features are declared off, as far as there are any. */
  declared_off?: Partial<Record<Feature, string>>;
  drivers: DriversConfig;
  budget: Budget;
  connection: Connection;
  live_keys: 'refuse' | 'allow';
  timeouts: { answer: number };
  /** `mapped`: the target file names the fields, so the draft is graded. */
  hair: { mapped: boolean; fields: Record<HairField, string> };
  /** Warnings, for example about unset variables. */
  warnings: readonly string[];
};

/** A flag on the command line is invalid. */
export class BadFlag extends Error {
  override readonly name = 'BadFlag';
}

export function environmentOfKey(secret: string): KeyEnvironment {
  if (secret.startsWith('pk_live_')) return 'live';
  return secret.startsWith('pk_test_') ? 'test' : 'other';
}

/** Fills in `live` and `test` if another role has such a key. */
export function withEnvironments(keys: Target['keys']): Target['keys'] {
  const usable = [keys.primary, keys.second, keys.other_env].filter((key) => key !== undefined);
  const found = (['live', 'test'] as const).flatMap((environment) => {
    const key = keys[environment] ?? usable.find((other) => other.environment === environment);
    return key === undefined ? [] : [[environment, key]];
  });
  return { ...keys, ...Object.fromEntries(found) };
}

/** Explains why a role has no key: the variable for it is not set. Null if no variable is named. */
export function unsetText({ keys, unset = {} }: Pick<Target, 'keys' | 'unset'>, role: string): string | null {
  const name = unset[role as Role];
  return name === undefined || keys[role as Role] !== undefined
    ? null
    : `keys.${role}: the variable ${name} is not set`;
}

export const DEFAULT_DATA: Target['data'] = {
  products: [
    { category: 'foundation', color: '#caa184' },
    { category: 'lipstick', color: '#a1304a' },
  ],
};

/** Shorter tokens are not masked, since they could be part of any text. */
const SHORTEST_TOKEN = 6;

/** Returns the secrets of the tester, by their names in reports. */
export function secretsOf({
  keys,
  drivers,
  connection,
}: Pick<Target, 'keys' | 'drivers' | 'connection'>): { name: string; secret: string }[] {
  const others = { 'driver token': drivers.token, 'webhook secret': drivers.receiver?.secret ?? null };
  return [
    ...Object.entries(keys).map(([name, { secret }]) => ({ name, secret })),
    ...[
      ...Object.entries(others).map(([name, secret]) => ({ name, secret })),
      ...connectionSecrets(connection),
    ].flatMap(({ name, secret }) => (secret === null || secret.length < SHORTEST_TOKEN ? [] : [{ name, secret }])),
  ];
}

/**
 * Returns why a key must not be used to submit jobs, or null. A live key spends credits, so it is only used on this
 * machine, with accounts that were made for the test, or if the target allows it.
 */
export function liveKeyRefusal(target: Target, secret: string, makesAccounts: boolean): string | null {
  const isHarmless =
    environmentOfKey(secret) !== 'live' || makesAccounts || isLoopback(new URL(target.base_url).hostname);
  if (isHarmless || target.live_keys === 'allow') return null;
  return 'a live key spends credits, so nothing is submitted with it; allow it with budget.live_keys: allow';
}

/** Roles whose key must belong to the environment of the primary key. */
export const OF_PRIMARYS_ENVIRONMENT: readonly Role[] = ['second', 'other_account', 'no_scope', 'no_skin', 'no_makeup'];

/** The characters that a header can contain. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Returns the problem with a key for its role, as far as its prefix reveals one. With a wrong key, the server would
 * fail rules because of a mistake in the target file.
 */
export function roleProblem(role: Role, { primary, ...others }: Target['keys']): string | null {
  const key = role === 'primary' ? primary : others[role];
  if (key !== undefined && !SENDABLE.test(key.secret)) return 'must have no line break and no other control character';
  if (key === undefined || role === 'primary') return null;
  if (role === 'live' || role === 'test')
    return key.environment === role ? null : `must be a key that starts with pk_${role}_`;
  if (primary === undefined) return null;
  if (key.secret === primary.secret) return 'must be another key than primary';
  const isSame = key.environment === primary.environment;
  if (role === 'other_env' && isSame && key.environment !== 'other')
    return `must be of the other environment than primary, which is a ${primary.environment} key`;
  if (OF_PRIMARYS_ENVIRONMENT.includes(role) && !isSame) return 'must be of the same environment as primary';
  return null;
}
