import { asSegment } from '../../suite/expression/percent-encoding.ts';
import type { Role } from '../../suite/vocabulary.ts';
import { environmentOfKey } from '../../target/target.ts';
import { isSendable } from '../http/headers.ts';
import { callDriver, ignoreAbsent, type Line } from './call-driver.ts';
import type { KeySpec, Tenant, TenantSpec } from './drivers.ts';
import { isMap, readAnswer, text } from './read-answer.ts';

/** Roles whose key cannot be of the tenant's own account. */
const OF_ANOTHER_ACCOUNT = ['other_account', 'disabled'] as const;

type Made = { id: string; keys: Tenant['keys'] };
type Keys = Partial<Record<Role, KeySpec>>;

/** Makes a tenant and, where its roles ask for them, the accounts beside it; all of it or nothing. */
export async function makeTenant(line: Line, spec: TenantSpec, asker: string | null): Promise<Tenant> {
  const { keys, own_clock = false, ...rest } = spec;
  const own = await makeAccount(line, { ...rest, ...(own_clock && { own_clock }), keys: ownKeys(keys) }, asker);
  const tenant = { id: own.id, keys: { ...own.keys }, own_clock, beside: [] as string[] };
  try {
    for (const role of OF_ANOTHER_ACCOUNT) {
      const key = keys[role];
      if (key === undefined) continue;
      const account = role === 'disabled' ? { disabled: true } : rest;
      const beside = await makeAccount(line, { ...account, keys: { [role]: key } }, keyOf(tenant));
      tenant.beside.push(beside.id);
      Object.assign(tenant.keys, beside.keys);
    }
  } catch (error) {
    await unmakeTenant(line, tenant);
    throw error;
  }
  return tenant;
}

export async function unmakeTenant(line: Line, tenant: Tenant): Promise<void> {
  for (const id of [...tenant.beside, tenant.id]) {
    const path = `/tenants/${asSegment(id)}`;
    await callDriver(line, 'tenants', { method: 'DELETE', path, key: keyOf(tenant) }).catch(ignoreAbsent);
  }
}

/** The key that says which tenant a call is about. */
function keyOf({ keys }: Pick<Tenant, 'keys'>): string | null {
  return (keys.primary ?? Object.values(keys)[0])?.secret ?? null;
}

function ownKeys(keys: Keys): Keys {
  const { other_account, disabled, ...own } = keys;
  return own;
}

async function makeAccount(line: Line, body: object, key: string | null): Promise<Made> {
  const what = { method: 'POST', path: '/tenants' } as const;
  const answer = readAnswer(await callDriver(line, 'tenants', { ...what, body, key }), 'tenants', 'POST /tenants');
  return { id: answer.at('id', text), keys: answer.at('keys', secretsOf) };
}

/** A server that cannot make a key of some kind leaves it out. One that no header can hold is none. */
function secretsOf(value: unknown): Tenant['keys'] | undefined {
  if (!isMap(value)) return undefined;
  if (Object.values(value).some((key) => isMap(key) && !isSendable(text(key['secret']) ?? ''))) return undefined;
  const secrets = Object.entries(value).flatMap(([role, key]) => {
    const secret = isMap(key) ? text(key['secret']) : undefined;
    return secret === undefined ? [] : [[role, { secret, environment: environmentOfKey(secret) }]];
  });
  return Object.fromEntries(secrets);
}
