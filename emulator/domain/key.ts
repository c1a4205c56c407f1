import { BlockList, isIP } from 'node:net';
import type { Account } from './account.ts';
import type { Instant } from './values/time.ts';
import type { Environment, Scope } from './vocabulary.ts';

/** A secret that a caller authenticates with. It belongs to one environment of one account (spec 5.3). */
export type Key = {
  id: string;
  /** The name that the account gave the key; null if it has none. */
  name: string | null;
  secret: string;
  account: string;
  environment: Environment;
  scopes: readonly Scope[];
  revokedAt: Instant | null;
  expiresAt: Instant | null;
  /** CIDR ranges from which the key may be used; null means everywhere. */
  networks: readonly string[] | null;
};

/** A key to create, with its jobs per minute (reading 28) if they differ from those of its account. */
export type NewKey = Omit<Key, 'id'> & { admissionPerMinute: number | null };

/** Why a key cannot be used, if it is not that its world was removed. */
export const UNUSABLE = { missing: 'missing', unknown: 'unrecognised', ended: 'revoked, expired or disabled' } as const;

export const KEY_PREFIX: Record<Environment, string> = { live: 'pk_live_', test: 'pk_test_' };

/** Spec 5.5: a revoked key, an expired key and a key of a disabled account get the same answer. */
export function isUsableKey(key: Key, account: Account, now: Instant): boolean {
  const revoked = key.revokedAt !== null && key.revokedAt <= now;
  const expired = key.expiresAt !== null && key.expiresAt <= now;
  return !revoked && !expired && !account.disabled;
}

export function isNetworkAllowed(key: Key, address: string): boolean {
  if (key.networks === null) return true;
  const plain = address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
  const family = isIP(plain);
  if (family === 0) return false;
  const allowed = new BlockList();
  for (const network of key.networks) addNetwork(allowed, network);
  return allowed.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a text is an address or a CIDR range: `10.0.0.0/8`, `::1`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32);
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', prefix] = network.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(prefix), family);
}
