import type * as z from 'zod';
import type { Account } from '../domain/account.ts';
import { isUsableKey, KEY_PREFIX, type Key, type NewKey } from '../domain/key.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { maskKey } from '../domain/test-control/exchange.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { hash53 } from '../domain/values/random.ts';
import { type Instant, toIso } from '../domain/values/time.ts';
import { execute, nowIn, type WorldHost } from '../runtime/world-host.ts';
import { grantedBy, keyRow } from './account-rows.ts';
import {
  type AddedKeyInput,
  addedKeySchema,
  type KeyChangeInput,
  keyChangeSchema,
  type NewKeyConfig,
} from './schemas/account-input.ts';
import type { KeyReport, KeyWithSecret } from './schemas/account-shapes.ts';

type KeyChange = z.output<typeof keyChangeSchema>;

export type KeyControl = {
  /** The keys of an account, in the order in which they were created. */
  keys(account: string): KeyReport[];
  /** Adds a key (spec 5.7); only this answer contains its secret. */
  addKey(account: string, key?: AddedKeyInput): KeyWithSecret;
  /** Revokes a key, sets its end or changes its permissions. It is identified by its name, id or secret. */
  changeKey(account: string, key: string, change: KeyChangeInput): KeyReport;
};

export function controlKeys(host: WorldHost, isSecretTaken: (secret: string) => boolean): KeyControl {
  const keysOf = (id: string) => {
    const { name } = requireAccount(host, id);
    return [...host.world.state.keys.values()].filter((key) => key.account === name);
  };
  return {
    keys: (account) => {
      nowIn(host);
      return keysOf(account).map((key) => keyReport(host, key));
    },
    addKey: (account, input = {}) => {
      const names = keysOf(account).map(({ name }) => name);
      const { name = freeKeyName(names), ...given } = parseInput('The key', addedKeySchema, input);
      if (names.includes(name)) throw new ControlRefusal(409, `the account ${account} already has a key ${name}`);
      const key = newKeyOf(host, account, name, given);
      if (isSecretTaken(key.secret)) throw new BadInput('The key', [{ path: 'secret', problem: 'already exists' }]);
      const added = execute(host, 'add_key', { key });
      return { ...keyReport(host, added), secret: added.secret };
    },
    changeKey: (account, named, input) => {
      if (typeof named !== 'string')
        throw new BadInput('The change', [{ path: 'key', problem: 'must be the name, id or secret of a key' }]);
      const key = keysOf(account).find(({ id, name, secret }) => [id, name, secret].includes(named));
      if (key === undefined) {
        const known = keysOf(account).map(({ id, name }) => name ?? id);
        const what = named.startsWith('pk_') ? maskKey(named) : named;
        throw new ControlRefusal(
          404,
          `the account ${account} has no key ${what}; it has ${known.join(', ') || 'none'}`,
        );
      }
      const change = changeOf(key, parseInput('The change', keyChangeSchema, input), nowIn(host));
      return keyReport(host, execute(host, 'change_key', { secret: key.secret, change }));
    },
  };
}

export function requireAccount({ name, world }: WorldHost, id: string): Account {
  if (typeof id !== 'string')
    throw new BadInput('The call', [{ path: 'id', problem: 'must be the id of an account; accounts.list() has them' }]);
  const account = world.state.accounts.get(id);
  if (account === undefined) throw new ControlRefusal(404, `there is no account ${id} in the world ${name}`);
  return account;
}

/** A new key; its secret follows from the world, the account and the name. */
export function newKeyOf(host: WorldHost, account: string, name: string, key: NewKeyConfig): NewKey {
  const { seed } = host.world.settings;
  const now = nowIn(host);
  const made = hash53(`${seed}\u0000${host.name}\u0000${account}\u0000${name}`).toString(36);
  const secret = key.secret ?? `${KEY_PREFIX[key.environment ?? 'live']}${account}_${name}_${made}`;
  return keyRow({ account, name }, secret, {
    scopes: key.scopes,
    revokedAt: key.revoked ? now : null,
    expiresAt: endOf(key, now) ?? null,
    networks: key.allowlist,
    admissionPerMinute: key.admission_per_minute,
  });
}

/** When a key expires, given in one of three ways; undefined if none is given. */
function endOf(
  { expired, expires_at, expires_in }: Pick<KeyChange, 'expired' | 'expires_at' | 'expires_in'>,
  now: Instant,
): Instant | null | undefined {
  if (expires_in !== undefined) return now + expires_in;
  if (expired !== undefined) return expired ? now : null;
  return expires_at;
}

function changeOf(key: Key, { scopes, revoked, allowlist, admission_per_minute, ...ends }: KeyChange, now: Instant) {
  const expiresAt = endOf(ends, now);
  return {
    ...(scopes !== undefined && { scopes: grantedBy(scopes) }),
    // If a key is revoked a second time, the time of its revocation stays the same.
    ...(revoked !== undefined && { revokedAt: revoked ? Math.min(key.revokedAt ?? now, now) : null }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(allowlist !== undefined && { networks: allowlist }),
    ...(admission_per_minute !== undefined && { admissionPerMinute: admission_per_minute }),
  };
}

function keyReport({ world }: WorldHost, key: Key): KeyReport {
  const { id, name, secret, environment, scopes, revokedAt, expiresAt, networks } = key;
  const account = world.state.accounts.get(key.account);
  return {
    id,
    name,
    masked: maskKey(secret),
    environment,
    scopes: [...scopes],
    revoked_at: revokedAt === null ? null : toIso(revokedAt),
    expires_at: expiresAt === null ? null : toIso(expiresAt),
    allowlist: networks === null ? null : [...networks],
    admission_per_minute: account?.keyAdmissions[id] ?? null,
    usable: account !== undefined && isUsableKey(key, account, world.state.now),
  };
}

function freeKeyName(taken: readonly (string | null)[]): string {
  let number = taken.length + 1;
  while (taken.includes(`key-${number}`)) number += 1;
  return `key-${number}`;
}
