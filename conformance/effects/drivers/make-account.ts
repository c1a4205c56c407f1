import * as z from 'zod/mini';
import { asSegment } from '../../suite/expression/percent-encoding.ts';
import type { Role } from '../../suite/vocabulary.ts';
import { environmentOfKey } from '../../target/target.ts';
import { isSendable } from '../http/headers.ts';
import { callDriver, ignoreAbsent, type Line } from './call-driver.ts';
import { declinedIn, isWithin, tellsDeclined } from './declined.ts';
import { type AccountSpec, DriverFailed, type KeySpec, type MadeAccount } from './drivers.ts';
import { readAnswer } from './read-answer.ts';

/** Roles whose key cannot belong to the tenant's own account. */
const OF_ANOTHER_ACCOUNT = ['other_account', 'disabled'] as const;

/** The members that the answer may return, in addition to the id and the keys. */
const SHOWN = ['credits', 'enforced', 'threshold', 'test_funded', 'unit_costs', 'features', 'webhooks', 'own_clock'];

type Made = Pick<MadeAccount, 'id' | 'keys' | 'declined' | 'reportsDeclined'>;
type Keys = Partial<Record<Role, KeySpec>>;

/** Makes a tenant and, if its roles require them, the accounts beside it. Makes all of it or nothing. */
export async function makeAccount(line: Line, spec: AccountSpec, asker: string | null): Promise<MadeAccount> {
  const { keys, own_clock = false, ...rest } = spec;
  const own = await makeOne(line, { ...rest, ...(own_clock && { own_clock }), keys: ownKeys(keys) }, asker);
  if (own.declined.includes('own_clock')) {
    await unmakeAccount(line, { ...own, beside: [] });
    throw new DriverFailed('tenants', 'POST /tenants', CLOCKS_DIFFER);
  }
  const tenant = { ...own, keys: { ...own.keys }, own_clock, beside: [] as string[] };
  try {
    for (const role of OF_ANOTHER_ACCOUNT) {
      const key = keys[role];
      if (key === undefined) continue;
      const account = role === 'disabled' ? { disabled: true } : rest;
      const beside = await makeOne(line, { ...account, keys: { [role]: key } }, keyOf(tenant));
      tenant.beside.push(beside.id);
      Object.assign(tenant.keys, beside.keys);
    }
  } catch (error) {
    await unmakeAccount(line, tenant);
    throw error;
  }
  return tenant;
}

const CLOCKS_DIFFER =
  'it declined own_clock, although its capabilities list clock.per_tenant; set clock.per_tenant: false there';

export async function unmakeAccount(line: Line, tenant: Pick<MadeAccount, 'id' | 'keys' | 'beside'>): Promise<void> {
  for (const id of [...tenant.beside, tenant.id]) {
    const path = `/tenants/${asSegment(id)}`;
    await callDriver(line, 'tenants', { method: 'DELETE', path, key: keyOf(tenant) }).catch(ignoreAbsent);
  }
}

/** Returns the key that identifies the tenant in calls. */
function keyOf({ keys }: Pick<MadeAccount, 'keys'>): string | null {
  return (keys.primary ?? Object.values(keys)[0])?.secret ?? null;
}

function ownKeys(keys: Keys): Keys {
  const { other_account, disabled, ...own } = keys;
  return own;
}

type Body = { keys: Keys; disabled?: boolean };

async function makeOne(line: Line, body: Body, key: string | null): Promise<Made> {
  const what = { method: 'POST', path: '/tenants' } as const;
  const said = await callDriver(line, 'tenants', { ...what, body, key });
  const declined = declinedIn(body, said, { shown: SHOWN, isNew: true });
  const { id, keys } = readAnswer(madeOne, said, 'tenants', 'POST /tenants');
  return { id, keys: asMeant(keys, body, declined), declined, reportsDeclined: tellsDeclined(said) };
}

/** A key that differs from the request would be misleading, so it counts as missing. */
function asMeant(
  keys: MadeAccount['keys'],
  { keys: wanted, disabled }: Body,
  declined: readonly string[],
): MadeAccount['keys'] {
  if (disabled === true && declined.includes('disabled')) return {};
  const isMeant = ([role, { environment }]: [string, { environment: string }]) => {
    const spec = wanted[role as Role];
    const shows = ['live', 'test'].includes(environment) ? environment : null;
    const lacks = declined.filter((name) => name === 'keys' || isWithin(name, `keys.${role}`));
    // The prefix of a key determines its environment, whatever was requested.
    const isOther = shows !== null && shows !== (spec?.environment ?? 'live');
    const isKnown = (name: string) => shows !== null && name === `keys.${role}.environment`;
    return spec !== undefined && !isOther && lacks.every(isKnown);
  };
  return Object.fromEntries(Object.entries(keys).filter(isMeant));
}

function secretIn(key: unknown): string | undefined {
  const { secret } = Object(key) as { secret?: unknown };
  return typeof secret === 'string' ? secret : undefined;
}

/** A server omits a key that it cannot make. One that a header cannot contain counts as missing. */
const madeOne = z.object({
  keys: z.pipe(
    z
      .record(z.string(), z.unknown())
      .check(z.refine((given) => Object.values(given).every((key) => isSendable(secretIn(key) ?? '')))),
    z.transform((given: Record<string, unknown>): MadeAccount['keys'] => {
      const made = Object.entries(given).flatMap(([role, key]) => {
        const secret = secretIn(key);
        return secret === undefined ? [] : [[role, { secret, environment: environmentOfKey(secret) }]];
      });
      return Object.fromEntries(made);
    }),
  ),
  id: z.string(),
});

/** A network reserved for documentation, from which no client calls. */
const NOWHERE = '203.0.113.0/24';

/** Returns the keys of all roles for a tenant with a primary key of this environment. Omitted scopes mean all. */
export function roleKeys(primary: 'live' | 'test'): Record<Role, KeySpec> {
  const same = { environment: primary };
  return {
    primary: same,
    second: same,
    other_env: { environment: primary === 'live' ? 'test' : 'live' },
    other_account: same,
    no_scope: { ...same, scopes: [] },
    no_skin: { ...same, scopes: ['makeup.apply', 'hair.apply'] },
    no_makeup: { ...same, scopes: ['skin.analyze', 'hair.apply'] },
    revoked: { ...same, revoked: true },
    expired: { ...same, expired: true },
    disabled: same,
    outside: { ...same, allowlist: [NOWHERE] },
    live: { environment: 'live' },
    test: { environment: 'test' },
  };
}
