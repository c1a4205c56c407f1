import type { Account } from '../domain/account.ts';
import type { NewKey } from '../domain/key.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import type { Operation } from '../domain/vocabulary.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { ledgerOf } from '../world/ledger.ts';
import { balanceBody } from '../world/reports.ts';
import type { AccountChange } from '../world/verbs/account-changes.ts';
import { controlKeys, type KeyControl, type KeyReport, newKeyOf, requireAccount } from './key-control.ts';
import { accountRow, creditsSchema, featuresOf, featuresSchema } from './schemas/account-input.ts';
import {
  type CreditChangeInput,
  creditChangeSchema,
  type TenantChange,
  type TenantChangeInput,
  type TenantConfig,
  type TenantInput,
  tenantChangeSchema,
  tenantSchema,
} from './schemas/tenant-input.ts';
import type { WorldConfig } from './schemas/world-input.ts';

export type TenantReport = {
  id: string;
  account: string;
  keys: Record<string, { id: string; secret: string }>;
  /** Members that were not honoured: none. It tells a tester that the account is all that was asked for. */
  declined: string[];
};

/** An account as it is now. */
export type AccountReport = {
  id: string;
  disabled: boolean;
  webhooks: boolean;
  features: Account['features'];
  enforced: boolean;
  unit_costs: Readonly<Record<Operation, number>>;
  daily_quota: number | null;
  admission_per_minute: number | null;
  keys: KeyReport[];
};

export type TenantControl = KeyControl & {
  /** Makes an account, and returns its secrets by the given names. */
  create(tenant?: TenantInput): TenantReport;
  list(): string[];
  /** An account with its keys, as they are now. */
  read(id: string): AccountReport;
  /** Removes an account with all that it owns, and its world where it has one of its own. */
  remove(id: string): void;
  /** Changes an account that is there; what is not named stays. Returns it as it is now. */
  change(id: string, change: TenantChangeInput): AccountReport & { declined: string[] };
  /** Changes the credits of an account, by default of the first. Returns the balance. */
  credits(id: string | null, change: CreditChangeInput): ReturnType<typeof balanceBody>;
};

/** Worlds of one tenant each, named like it. */
export type OwnWorlds = {
  names(): string[];
  /** Makes a world without accounts, and lets `fill` add one. */
  open(name: string, clock: WorldConfig['clock'], fill: (tenants: TenantControl) => TenantReport): TenantReport;
  end(name: string): void;
};

export function controlTenants(
  host: WorldHost,
  isSecretTaken: (secret: string) => boolean,
  ownWorlds: OwnWorlds,
): TenantControl {
  const { world } = host;
  const requireId = (id: string) => requireAccount(host, id).name;
  const keyControl = controlKeys(host, isSecretTaken);
  const read = (id: string) => accountReport(host, requireId(id), keyControl.keys(id));
  return {
    ...keyControl,
    read,
    create: (input = {}) => {
      const tenant = parseInput('The tenant', tenantSchema, input);
      const taken = [...world.state.accounts.keys()];
      const { id = freeName(taken, ownWorlds.names()), own_clock, clock } = tenant;
      if (taken.includes(id) || ownWorlds.names().includes(id))
        throw new ControlRefusal(409, `there is an account ${id} already`);
      if (own_clock)
        return ownWorlds.open(id, ownClock(clock), (tenants) =>
          tenants.create({ ...input, id, own_clock: false, clock: undefined }),
        );
      const keys = Object.entries(tenant.keys).map(([name, key]) => newKeyOf(host, id, name, key));
      keys.forEach(({ secret }, index) => {
        const again = keys.findIndex((key) => key.secret === secret) < index;
        const path = `keys.${Object.keys(tenant.keys)[index]}.secret`;
        if (again || isSecretTaken(secret)) throw new BadInput('The tenant', [{ path, problem: 'is a key already' }]);
      });
      execute(host, 'add_account', { account: accountOf(id, tenant, keys), keys });
      const names = Object.keys(tenant.keys);
      const made = keys.map(({ secret }, index) => [names[index], { id: world.state.keys.get(secret)?.id, secret }]);
      return { id, account: id, keys: Object.fromEntries(made), declined: [] };
    },
    list: () => [...world.state.accounts.keys()],
    remove: (id) => {
      const livesElsewhere = host.name === id || !world.state.accounts.has(id);
      if (livesElsewhere && ownWorlds.names().includes(id)) ownWorlds.end(id);
      else execute(host, 'remove_account', { account: requireId(id) });
    },
    change: (id, input) => {
      const change = accountChange(parseInput('The change', tenantChangeSchema, input));
      execute(host, 'change_account', { account: requireId(id), change });
      return { ...read(id), declined: [] };
    },
    credits: (id, input) => {
      const account = requireId(id === null ? ([...world.state.accounts.keys()][0] ?? '') : id);
      const { set, enforced, threshold, test_funded, ...given } = parseInput(
        'The change of credits',
        creditChangeSchema,
        input,
      );
      const adjust = set === undefined ? given.adjust : set - balanceBody(world, `${account}/live`).settled_units;
      const change = {
        ...(adjust !== undefined && { adjust }),
        ...(enforced !== undefined && { enforced }),
        ...(threshold !== undefined && { lowBalanceAt: threshold }),
        ...(test_funded !== undefined && { testFunded: test_funded }),
      };
      execute(host, 'change_credits', { account, change });
      return balanceBody(world, `${account}/live`);
    },
  };
}

function accountReport({ world }: WorldHost, id: string, keys: KeyReport[]): AccountReport {
  const account = world.state.accounts.get(id);
  if (account === undefined) throw new Error(`there is no account ${id}`);
  const { disabled, webhooks, features, dailyQuota: daily_quota, admissionPerMinute: admission_per_minute } = account;
  const { enforced, unitCosts: unit_costs } = ledgerOf(world, `${id}/live`);
  return { id, disabled, webhooks, features, enforced, unit_costs, daily_quota, admission_per_minute, keys };
}

function accountChange({
  unit_costs,
  daily_quota,
  admission_per_minute,
  features,
  ...plain
}: TenantChange): AccountChange {
  return {
    ...given(plain),
    ...(unit_costs !== undefined && { unitCosts: given(unit_costs) }),
    ...(daily_quota !== undefined && { dailyQuota: daily_quota }),
    ...(admission_per_minute !== undefined && { admissionPerMinute: admission_per_minute }),
    ...(features !== undefined && { features: featureChange(features) }),
  };
}

/** What is said for both environments, and over it what is said for one. */
function featureChange(change: NonNullable<TenantChange['features']>): NonNullable<AccountChange['features']> {
  const { live = {}, test = {}, ...both } = change;
  return { live: given({ ...both, ...given(live) }), test: given({ ...both, ...given(test) }) };
}

/** What is named, without what is there as undefined. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function ownClock(clock: TenantConfig['clock']): WorldConfig['clock'] {
  return typeof clock === 'object' ? { mode: 'frozen', ...clock } : (clock ?? 'frozen');
}

function accountOf(name: string, tenant: TenantConfig, keys: readonly NewKey[]) {
  const { credits: granted, enforced, threshold: low_balance_at, test_funded, unit_costs } = tenant;
  const { disabled, webhooks, daily_quota, admission_per_minute } = tenant;
  const credits = parseInput('The change of credits', creditsSchema, {
    granted,
    enforced,
    low_balance_at,
    test_funded,
    unit_costs,
  });
  const features = 'live' in tenant.features ? featuresSchema.parse(tenant.features) : featuresOf(tenant.features);
  const hasTestKey = keys.some(({ environment }) => environment === 'test');
  return accountRow({ name, disabled, webhooks, hasTestKey, features, credits, daily_quota, admission_per_minute });
}

function freeName(accounts: readonly string[], elsewhere: readonly string[]): string {
  const taken = [...accounts, ...elsewhere];
  let number = accounts.length;
  while (taken.includes(`tenant-${number}`)) number += 1;
  return `tenant-${number}`;
}
