import type { Role } from '../suite/vocabulary.ts';
import { ADDRESS_REMEDY, plainAddress, shownAddress } from './connection.ts';
import {
  BadFlag,
  DEFAULT_DATA,
  environmentOfKey,
  NO_DRIVERS,
  roleProblem,
  type Target,
  type TargetKey,
  withEnvironments,
} from './target.ts';
import { SETTINGS } from './target-file.ts';

export type TargetFlags = {
  base_url: string;
  /** Keys by role. */
  keys?: Partial<Record<Role, string>>;
  /** The base address of a driver contract. */
  drivers?: { url: string; token?: string | null };
  live_keys?: Target['live_keys'];
};

/** Returns the target described by the flags of a command line. */
export function targetFromFlags({ base_url, keys = {}, drivers, live_keys = 'refuse' }: TargetFlags): Target {
  const address = checkedAddress(base_url, 'the base address');
  return {
    ...SETTINGS,
    name: new URL(address).host,
    version: null,
    base_url: address.replace(/\/v1$/, ''),
    spec: null,
    data: DEFAULT_DATA,
    keys: checkedKeys(keys),
    drivers: {
      ...NO_DRIVERS,
      url: drivers === undefined ? null : checkedAddress(drivers.url, 'the address of the drivers'),
      token: drivers?.token ?? null,
    },
    live_keys,
    warnings: [],
  };
}

function checkedAddress(text: string, what: string): string {
  const address = plainAddress(text);
  if (address === null) throw new BadFlag(`${what} is ${shownAddress(text)}: ${ADDRESS_REMEDY}`);
  return address;
}

function checkedKeys(given: Partial<Record<Role, string>>): Target['keys'] {
  const pairs = Object.entries(given).map(([role, secret]): [string, TargetKey] => [
    role,
    { secret, environment: environmentOfKey(secret), scopes: null },
  ]);
  const keys: Target['keys'] = Object.fromEntries(pairs);
  for (const role of Object.keys(keys) as Role[]) {
    const problem = roleProblem(role, keys);
    if (problem !== null) throw new BadFlag(`the key for ${role} ${problem}`);
  }
  return withEnvironments(keys);
}
