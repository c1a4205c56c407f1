import type { Account } from '../domain/account.ts';
import { KEY_PREFIX, type Key, type NewKey } from '../domain/key.ts';
import { ENVIRONMENTS, type Environment, SCOPE_NAMES, SCOPES } from '../domain/vocabulary.ts';
import type { AccountConfig, NewAccount } from './schemas/account-input.ts';

export type AccountRows = { account: Account; keys: NewKey[] };

/** `madeFor` precedes the account's name in generated secrets, so that no two worlds have the same ones. */
export function accountRows({ name, keys: given, credits, ...config }: AccountConfig, madeFor = ''): AccountRows {
  const keys = given.map((key, index) => {
    const { scopes, revoked_at: revokedAt, expires_at: expiresAt, networks, admission_per_minute } = key;
    const secret = key.secret ?? madeSecret(given, index, madeFor + name);
    const limits = { scopes, revokedAt, expiresAt, networks, admissionPerMinute: admission_per_minute };
    return keyRow({ account: name, name: key.name ?? null }, secret, limits);
  });
  const { granted, low_balance_at: threshold, ...terms } = credits;
  return { account: accountRow(name, { ...config, ...terms, credits: granted, threshold }, keys), keys };
}

/** `pk_live_acme` for the first of its environment, `pk_live_acme_2` for the next one. */
function madeSecret(keys: AccountConfig['keys'], index: number, name: string): string {
  const environmentOf = (key: AccountConfig['keys'][number] | undefined) => key?.environment ?? 'live';
  const environment = environmentOf(keys[index]);
  const before = keys.slice(0, index).filter((key) => key.secret === undefined && environmentOf(key) === environment);
  return `${KEY_PREFIX[environment]}${name}${before.length === 0 ? '' : `_${before.length + 1}`}`;
}

type AccountParts = Omit<NewAccount, 'id' | 'own_clock' | 'clock' | 'keys'>;

export function accountRow(name: string, given: AccountParts, keys: readonly NewKey[]): Account {
  const { disabled, webhooks, daily_quota: dailyQuota, admission_per_minute: admissionPerMinute } = given;
  return {
    name,
    disabled,
    webhooks,
    features: featuresOf(given.features),
    hasTestKey: keys.some(({ environment }) => environment === 'test'),
    ledger: {
      settled: given.credits,
      held: 0,
      testFunded: given.test_funded,
      enforced: given.enforced,
      lowBalanceAt: given.threshold,
      unitCosts: given.unit_costs,
    },
    dailyQuota,
    admissionPerMinute,
    keyAdmissions: {},
  };
}

function featuresOf(given: NewAccount['features']): Account['features'] {
  if ('live' in given) return given;
  const { lists = true, cancel = true, delete: remove = true, credits = true } = given;
  const both = { lists, cancel, delete: remove, credits };
  return { live: both, test: both };
}

export function keyRow(
  called: Pick<Key, 'account' | 'name'>,
  secret: string,
  { scopes, ...limits }: Omit<NewKey, 'account' | 'name' | 'secret' | 'environment'>,
): NewKey {
  return { ...called, secret, environment: environmentOfSecret(secret), scopes: grantedBy(scopes), ...limits };
}

/** Reading 36: a key for every product has the scope of hair, whatever that is called. */
export function grantedBy(scopes: Key['scopes']): Key['scopes'] {
  return SCOPES.every((scope) => scopes.includes(scope)) ? SCOPE_NAMES : scopes;
}

function environmentOfSecret(secret: string): Environment {
  return ENVIRONMENTS.find((environment) => secret.startsWith(KEY_PREFIX[environment])) ?? 'live';
}
