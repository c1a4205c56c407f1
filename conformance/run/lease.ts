import type { AccountSpec, Drivers } from '../effects/drivers/drivers.ts';
import { roleKeys } from '../effects/drivers/make-account.ts';
import { StopInstance } from '../effects/untestable.ts';
import { environmentOff } from '../plan/environments.ts';
import type { AccountFacts, Facts, Keys } from '../plan/facts.ts';
import { PURE_FUNCTIONS } from '../suite/expression/functions.ts';
import { render, renderLoose } from '../suite/expression/template.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Scenario } from '../suite/scenario/suite.ts';
import type { Role } from '../suite/vocabulary.ts';
import { refusedKeyText, type Send } from '../target/ask.ts';
import { liveKeyRefusal, OF_PRIMARYS_ENVIRONMENT, type Target, unsetText } from '../target/target.ts';
import { type SeenAccount, seenAccount } from './seen-account.ts';

/** The account of an instance, and how to return it. */
export type Lease = { keys: Keys; tenant: AccountFacts | null; release(): Promise<void> };

/** Keys that require separate accounts, which are only made on request. */
const COSTLY: readonly string[] = ['other_account', 'disabled'];

type Wish = Omit<AccountSpec, 'keys' | 'own_clock'> & { primary?: 'live' | 'test' };
type Lender = {
  target: Target;
  drivers: Drivers;
  client: { send: Send };
  features?: Facts['features'];
  refusal?: string | null;
};

/** Leases a new tenant if the target can make one, or else the keys of the target. */
export async function leaseAccount(
  instance: Instance,
  { target, drivers, client, features, refusal = null }: Lender,
  requires: Scenario['requires'] | undefined,
): Promise<Lease> {
  const roles = new Set(requires?.keys);
  const wish = wishOf(instance, target);
  const off = features === undefined ? null : environmentOff(wish.primary, features);
  const hasKey = Object.values(target.keys).some(({ environment }) => environment === wish.primary);
  if (off !== null && !hasKey) throw new StopInstance('feature-off', `${off} is off`);
  if (!drivers.offered.has('tenants'))
    return { keys: ownKeys(target, wish.primary, refusal), tenant: null, release: async () => {} };
  const { primary = 'live', ...spec } = wish;
  const all = Object.entries(roleKeys(primary)).filter(([role]) => !COSTLY.includes(role) || roles.has(role));
  const tenant = await drivers.createAccount({
    ...spec,
    keys: Object.fromEntries(all),
    own_clock: drivers.clockPerAccount,
  });
  const release = () => drivers.removeAccount(tenant);
  try {
    const made = await seenAccount(spec, tenant, client.send);
    // For a scenario that does not require this driver, the requested properties of the account are optional.
    const isNeeded = requires?.drivers.includes('tenants') ?? false;
    if (isNeeded && made.declined.length > 0) throw new StopInstance('needs-tenant', whyNotMade(made.declined));
    const hasOwnUnits = 'credits' in spec && !made.declined.some(({ member }) => member === 'credits');
    const { id, keys } = tenant;
    return { keys, tenant: { id, hasOwnUnits, unsure: isNeeded ? made.unsure : [] }, release };
  } catch (error) {
    await release().catch(() => undefined);
    throw error;
  }
}

function whyNotMade(declined: SeenAccount['declined']): string {
  const members = declined.map(({ member, seen }) => (seen === undefined ? member : `${member} (it is ${seen})`));
  return `the driver tenants cannot create the needed account: it declined ${members.join(', ')}`;
}

function wishOf({ tenant, row }: Instance, target: Target): Wish {
  if (tenant === null) return {};
  const outer = { names: { target }, functions: PURE_FUNCTIONS };
  const columns = Object.entries(row).map(([column, value]) => [column, renderLoose(value, outer)]);
  return render(tenant, { ...outer, names: { target, row: Object.fromEntries(columns) } }) as Wish;
}

/** Returns the keys of a target. A live key is not used for submissions unless the target allows it. */
export function ownKeys(target: Target, wanted: 'live' | 'test' | undefined, refusal: string | null): Keys {
  const { keys } = target;
  const usable = (key: Keys[Role]) => key !== undefined && liveKeyRefusal(target, key.secret, false) === null;
  const of = (environment: string) =>
    [keys.primary, keys[environment as Role], keys.other_env].find(
      (key) => key?.environment === environment && usable(key),
    );
  const primary = wanted === undefined ? [keys.primary, keys.test, keys.live].find(usable) : of(wanted);
  if (primary === undefined) throw new StopInstance('needs-key', whyNoKey(target, wanted, refusal));
  const [live, test] = [keys.live ?? of('live'), keys.test ?? of('test')];
  return { ...fitting(keys, primary), primary, ...(live && { live }), ...(test && { test }) };
}

/** Some roles depend on the environment of the primary key, and would be misleading in the other one. */
function fitting(keys: Target['keys'], primary: NonNullable<Keys[Role]>): Keys {
  const declared = keys.primary;
  if (declared === undefined || declared.environment === primary.environment) return keys;
  const kept = Object.entries(keys).filter(([role]) => !OF_PRIMARYS_ENVIRONMENT.includes(role as Role));
  return { ...Object.fromEntries(kept), other_env: declared };
}

function whyNoKey(target: Target, wanted: string | undefined, refused: string | null): string {
  if (refused !== null) return refusedKeyText(refused);
  const { primary } = target.keys;
  const refusal = primary === undefined ? null : liveKeyRefusal(target, primary.secret, false);
  if (refusal !== null) return refusal;
  if (primary?.environment === 'other')
    return 'the primary key starts with neither pk_test_ nor pk_live_, so its environment is unknown';
  const unset = unsetText(target, 'primary') ?? (wanted === undefined ? null : unsetText(target, wanted));
  return unset ?? `the target gives no ${wanted ?? 'primary'} key`;
}
