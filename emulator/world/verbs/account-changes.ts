import { type Account, accountOf } from '../../domain/account.ts';
import type { UnitCosts } from '../../domain/credits.ts';
import type { Key, NewKey } from '../../domain/key.ts';
import { put } from '../../domain/values/undo.ts';
import type { Environment, Feature } from '../../domain/vocabulary.ts';
import { cancelDeliveries } from '../deliveries.ts';
import { rewriteJob } from '../jobs.ts';
import type { World } from '../world.ts';
import { accountNamed, limitKey, putNewKey } from './accounts.ts';

export type AccountChange = Partial<
  Pick<Account, 'disabled' | 'webhooks' | 'dailyQuota' | 'admissionPerMinute'> & {
    features: Partial<Record<Environment, Partial<Record<Feature, boolean>>>>;
    enforced: boolean;
    unitCosts: UnitCosts;
  }
>;

/** Changes an existing account; omitted fields do not change. The prices of accepted jobs do not change. */
export function changeAccount(
  world: World,
  { account: name, change }: { account: string; change: AccountChange },
): Account {
  const account = accountNamed(world, name);
  const { features = {}, enforced = account.ledger.enforced, unitCosts, ...plain } = change;
  const changed: Account = {
    ...account,
    ...plain,
    features: {
      live: { ...account.features.live, ...features.live },
      test: { ...account.features.test, ...features.test },
    },
    ledger: { ...account.ledger, enforced, unitCosts: { ...account.ledger.unitCosts, ...unitCosts } },
  };
  put(world.state.accounts, name, changed);
  // Spec 6: if webhooks are off, nothing is sent, including pending deliveries.
  if (!world.rules.webhooksAreOn(changed)) for (const { id } of endpointsOf(world, name)) cancelDeliveries(world, id);
  return changed;
}

function endpointsOf({ state }: World, account: string) {
  return [...state.endpoints.values()].filter(({ owner }) => accountOf(owner) === account);
}

/** Spec 5.7: adds a key to the existing ones. */
export function addKey(world: World, { key }: { key: NewKey }): Key {
  const added = putNewKey(world, key);
  if (key.environment === 'test') showLivemode(world, key.account);
  return added;
}

/** Reading 37: an account shows `livemode` from its first test key on. */
function showLivemode(world: World, name: string): void {
  const account = accountNamed(world, name);
  if (account.hasTestKey) return;
  put(world.state.accounts, name, { ...account, hasTestKey: true });
  for (const job of [...world.state.jobs.values()]) if (accountOf(job.owner) === name) rewriteJob(world, job);
}

export type KeyChange = Partial<Pick<NewKey, 'scopes' | 'revokedAt' | 'expiresAt' | 'networks' | 'admissionPerMinute'>>;

/** Revokes a key, sets its expiry, or changes its scopes and limits; omitted fields do not change. */
export function changeKey(world: World, { secret, change }: { secret: string; change: KeyChange }): Key {
  const key = world.state.keys.get(secret);
  if (key === undefined) throw new Error('there is no such key');
  const { admissionPerMinute, ...plain } = change;
  const changed = { ...key, ...plain };
  put(world.state.keys, secret, changed);
  if (admissionPerMinute !== undefined) limitKey(world, changed, admissionPerMinute);
  return changed;
}
