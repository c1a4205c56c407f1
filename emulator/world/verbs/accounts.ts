import type { Account } from '../../domain/account.ts';
import type { Ledger } from '../../domain/credits.ts';
import { isTerminal, type Job } from '../../domain/job.ts';
import type { Key, NewKey } from '../../domain/key.ts';
import { drop, put } from '../../domain/values/undo.ts';
import { eraseAsset } from '../assets.ts';
import { dropPictures, eraseJob } from '../jobs.ts';
import { putLedger } from '../ledger.ts';
import { nextId, type World } from '../world.ts';
import { listAdmission } from './admit-list.ts';
import { removeEndpoint } from './endpoints.ts';

/** Adds an account with its keys. */
export function addAccount(world: World, { account, keys }: { account: Account; keys: readonly NewKey[] }): void {
  put(world.state.accounts, account.name, account);
  for (const key of keys) putNewKey(world, key);
}

export function putNewKey(world: World, { admissionPerMinute, ...key }: NewKey): Key {
  const stored = { ...key, id: nextId(world, 'key') };
  put(world.state.keys, key.secret, stored);
  world.secrets.add(key.secret);
  limitKey(world, stored, admissionPerMinute);
  return stored;
}

/** Reading 28: sets how many jobs a key may submit per minute; null means the limit of its account. */
export function limitKey(world: World, { id, account: name }: Key, limit: number | null): void {
  const account = accountNamed(world, name);
  const { [id]: before = null, ...others } = account.keyAdmissions;
  if (before === limit) return;
  const keyAdmissions = limit === null ? others : { ...others, [id]: limit };
  put(world.state.accounts, name, { ...account, keyAdmissions });
}

/** Removes an account with everything it owns, without tombstones. */
export function removeAccount(world: World, { account: name }: { account: string }): void {
  const { accounts, keys, jobs, assets, claims, usage, tombstones, quotaUses, admissions } = world.state;
  const owns = (owner: string) => owner.startsWith(`${name}/`);
  for (const job of [...jobs.values()].filter(({ owner }) => owns(owner))) abandonJob(world, job);
  for (const asset of [...assets.values()].filter(({ owner }) => owns(owner))) eraseAsset(world, asset, 'deleted');
  for (const { id, owner } of world.state.endpoints.values()) if (owns(owner)) removeEndpoint(world, { id });
  removeRows(world.state.events, (_, { owner }) => owns(owner));
  removeRows(tombstones, (_, { owner }) => owns(owner));
  removeRows(claims, owns);
  removeRows(usage, (_, { owner }) => owns(owner));
  removeRows(quotaUses, (_, { owner }) => owns(owner));
  removeRows(admissions, owns);
  removeRows(keys, (_, key) => {
    if (key.account === name) for (const row of [key.id, listAdmission(key.id)]) drop(admissions, row);
    return key.account === name;
  });
  drop(accounts, name);
}

/** Removes a job with its timers, its effects and its pictures. */
function abandonJob(world: World, job: Job): void {
  if (!isTerminal(job)) dropPictures(world, job);
  eraseJob(world, job, 'deleted');
}

function removeRows<Name, Row>(rows: Map<Name, Row>, matches: (name: Name, row: Row) => boolean): void {
  for (const [name, row] of rows) if (matches(name, row)) drop(rows, name);
}

export function accountNamed({ state }: World, name: string): Account {
  const account = state.accounts.get(name);
  if (account === undefined) throw new Error(`there is no account ${name}`);
  return account;
}

export type CreditChange = Partial<Pick<Ledger, 'enforced' | 'testFunded' | 'lowBalanceAt'>> & {
  /** A grant; a negative value is a correction that may bring the balance below zero (spec 2.5). */
  adjust?: number;
};

export function changeCredits(
  world: World,
  { account: name, change }: { account: string; change: CreditChange },
): Ledger {
  const account = accountNamed(world, name);
  const { adjust = 0, ...settings } = change;
  const ledger: Ledger = { ...account.ledger, ...settings, settled: account.ledger.settled + adjust };
  putLedger(world, account, ledger);
  return ledger;
}
