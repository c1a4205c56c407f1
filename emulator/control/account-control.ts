import type * as z from 'zod';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { ledgerOf } from '../world/ledger.ts';
import { balanceBody } from '../world/reports.ts';
import type { AccountChange } from '../world/verbs/account-changes.ts';
import { accountRow } from './account-rows.ts';
import { controlKeys, type KeyControl, newKeyOf, requireAccount } from './key-control.ts';
import {
  type AccountChangeInput,
  type AccountInput,
  accountChangeSchema,
  type CreditChangeInput,
  creditChangeSchema,
  type NewAccount,
  newAccountSchema,
} from './schemas/account-input.ts';
import type { AccountReport, BalanceReport, ChangedAccount, KeyReport, MadeAccount } from './schemas/account-shapes.ts';
import type { WorldConfig } from './schemas/world-input.ts';

export type AccountControl = KeyControl & {
  /** Creates an account, and returns its secrets by the given names. */
  create(account?: AccountInput): MadeAccount;
  list(): string[];
  /** An account and its keys in their current state. */
  read(id: string): AccountReport;
  /** Removes an account with everything that it owns, and its world if it has its own. */
  remove(id: string): void;
  /** Changes an existing account. Omitted fields keep their values. Returns the changed account. */
  change(id: string, change: AccountChangeInput): ChangedAccount;
  /** Changes the credits of an account, by default of the first one. Returns the balance. */
  credits(id: string | null, change: CreditChangeInput): BalanceReport;
};

/** Worlds with one account each, named after it. */
export type OwnWorlds = {
  names(): string[];
  /** Creates a world without accounts, and lets `fill` add one. */
  open(name: string, clock: WorldConfig['clock'], fill: (accounts: AccountControl) => MadeAccount): MadeAccount;
  end(name: string): void;
};

export function controlAccounts(
  host: WorldHost,
  isSecretTaken: (secret: string) => boolean,
  ownWorlds: OwnWorlds,
): AccountControl {
  const { world } = host;
  const requireId = (id: string) => requireAccount(host, id).name;
  const keyControl = controlKeys(host, isSecretTaken);
  const read = (id: string) => accountReport(host, requireId(id), keyControl.keys(id));
  return {
    ...keyControl,
    read,
    create: (input = {}) => {
      const account = parseInput('The account', newAccountSchema, input);
      const taken = [...world.state.accounts.keys()];
      const { id = freeName(taken, ownWorlds.names()), own_clock, clock } = account;
      if (taken.includes(id) || ownWorlds.names().includes(id))
        throw new ControlRefusal(409, `the account ${id} already exists`);
      if (own_clock)
        return ownWorlds.open(id, ownClock(clock), (accounts) =>
          accounts.create({ ...input, id, own_clock: false, clock: undefined }),
        );
      const keys = Object.entries(account.keys).map(([name, key]) => newKeyOf(host, id, name, key));
      keys.forEach(({ secret }, index) => {
        const again = keys.findIndex((key) => key.secret === secret) < index;
        const path = `keys.${Object.keys(account.keys)[index]}.secret`;
        if (again || isSecretTaken(secret)) throw new BadInput('The account', [{ path, problem: 'already exists' }]);
      });
      execute(host, 'add_account', { account: accountRow(id, account, keys), keys });
      const names = Object.keys(account.keys);
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
      const change = accountChange(parseInput('The change', accountChangeSchema, input));
      execute(host, 'change_account', { account: requireId(id), change });
      return { ...read(id), declined: [] };
    },
    credits: (id, input) => {
      const account = requireId(id === null ? ([...world.state.accounts.keys()][0] ?? '') : id);
      const { set, threshold, test_funded, ...plain } = parseInput('The change of credits', creditChangeSchema, input);
      const adjust = set === undefined ? plain.adjust : set - balanceBody(world, `${account}/live`).settled_units;
      const change = given({ ...plain, adjust, lowBalanceAt: threshold, testFunded: test_funded });
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

type Change = z.output<typeof accountChangeSchema>;

function accountChange({ unit_costs, daily_quota, admission_per_minute, features, ...plain }: Change): AccountChange {
  return given({
    ...plain,
    unitCosts: unit_costs && given(unit_costs),
    dailyQuota: daily_quota,
    admissionPerMinute: admission_per_minute,
    features: features && featureChange(features),
  });
}

/** The settings for both environments, overridden by the settings for one. */
function featureChange(change: NonNullable<Change['features']>): NonNullable<AccountChange['features']> {
  const { live = {}, test = {}, ...both } = change;
  return { live: given({ ...both, ...given(live) }), test: given({ ...both, ...given(test) }) };
}

/** The given fields, without those that are undefined. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function ownClock(clock: NewAccount['clock']): WorldConfig['clock'] {
  return typeof clock === 'object' ? { mode: 'frozen', ...clock } : (clock ?? 'frozen');
}

function freeName(accounts: readonly string[], elsewhere: readonly string[]): string {
  const taken = [...accounts, ...elsewhere];
  let number = accounts.length;
  while (taken.includes(`tenant-${number}`)) number += 1;
  return `tenant-${number}`;
}
