import { isLoopback } from '../../shared/proxy.ts';
import type { DriverName, Feature, HairField, Role } from '../suite/vocabulary.ts';
import { type Connection, connectionSecrets } from './connection.ts';

export type Declared = 'on' | 'off' | 'auto';

export type KeyEnvironment = 'live' | 'test' | 'other';
/** Where `scopes` is null, the role implies them. */
export type TargetKey = { secret: string; environment: KeyEnvironment; scopes: readonly string[] | null };

/** How the tester receives events. With a secret, a person has registered an endpoint that leads to it. */
export type ReceiverConfig = {
  listen: { host: string; port: number };
  public_url: string | null;
  secret: string | null;
};

export type DriversConfig = {
  /** The address of a driver contract, whose capabilities list what it has. */
  url: string | null;
  token: string | null;
  /** Single drivers, each with the base address of its calls. */
  named: Partial<Record<DriverName, string>>;
  receiver: ReceiverConfig | null;
};

export const NO_DRIVERS: DriversConfig = { url: null, token: null, named: {}, receiver: null };

/** Limits of a run; null is none. `wall` is in milliseconds. */
export type Budget = { wall: number | null; jobs: number | null; credit_units: number | null };

/** The server under test, with the keys, drivers and limits of the tester. */
export type Target = {
  name: string;
  version: string | null;
  /** Without a slash at its end. */
  base_url: string;
  spec: string | null;
  /** The data for scenarios: that of the file, and default products. */
  data: Readonly<Record<string, unknown>>;
  keys: Partial<Record<Role, TargetKey>>;
  /** Variables that are not set, by the roles whose keys should be in them. */
  unset?: Partial<Record<Role, string>>;
  features: Record<Feature, Declared>;
  /** Why a feature is off, of those that are declared so with a reason. */
  declared_off?: Partial<Record<Feature, string>>;
  drivers: DriversConfig;
  budget: Budget;
  connection: Connection;
  live_keys: 'refuse' | 'allow';
  timeouts: { answer: number };
  /** `mapped`: the target file names the fields, so that the draft is graded. */
  hair: { mapped: boolean; fields: Record<HairField, string> };
  /** Warnings, such as a variable that is not set. */
  warnings: readonly string[];
};

/** A flag of the command line is not what it should be. */
export class BadFlag extends Error {
  override readonly name = 'BadFlag';
}

export function environmentOfKey(secret: string): KeyEnvironment {
  if (secret.startsWith('pk_live_')) return 'live';
  return secret.startsWith('pk_test_') ? 'test' : 'other';
}

/** `live` and `test` need not be said again where another role has such a key. */
export function withEnvironments(keys: Target['keys']): Target['keys'] {
  const usable = [keys.primary, keys.second, keys.other_env].filter((key) => key !== undefined);
  const found = (['live', 'test'] as const).flatMap((environment) => {
    const key = keys[environment] ?? usable.find((other) => other.environment === environment);
    return key === undefined ? [] : [[environment, key]];
  });
  return { ...keys, ...Object.fromEntries(found) };
}

/** Why there is no key of a role: the variable that should hold it is not set. Null if none is named. */
export function unsetText({ keys, unset = {} }: Pick<Target, 'keys' | 'unset'>, role: string): string | null {
  const name = unset[role as Role];
  return name === undefined || keys[role as Role] !== undefined
    ? null
    : `keys.${role}: the variable ${name} is not set`;
}

/** What there is in `target.data` unless the target says otherwise. */
export const DEFAULT_DATA: Target['data'] = {
  products: [
    { category: 'foundation', color: '#caa184' },
    { category: 'lipstick', color: '#a1304a' },
  ],
};

/** Shorter tokens are not masked, since they may be a part of any text. */
const SHORTEST_TOKEN = 6;

/** The secrets of the tester, by the names that reports have for them. */
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
 * Why no job may be submitted with a key, or null. A live key spends credits: it is used on this machine, with accounts that
 * were made for the test, and where the target allows it.
 */
export function liveKeyRefusal(target: Target, secret: string, makesAccounts: boolean): string | null {
  const isHarmless =
    environmentOfKey(secret) !== 'live' || makesAccounts || isLoopback(new URL(target.base_url).hostname);
  if (isHarmless || target.live_keys === 'allow') return null;
  return 'a live key spends credits, so nothing is submitted with it; allow it with budget.live_keys: allow';
}

/** Roles whose key must be of the environment of the primary key. */
export const OF_PRIMARYS_ENVIRONMENT: readonly Role[] = ['second', 'other_account', 'no_scope', 'no_skin', 'no_makeup'];

/** What a header can hold. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The problem with a key for its role, as far as its prefix shows one. With a key in the wrong role the server would fail
 * rules for a mistake in the target file.
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
