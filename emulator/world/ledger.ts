import { type Account, type Owner, withLedger } from '../domain/account.ts';
import { type Charge, type Ledger, type PricedLedger, priced, withSettlement } from '../domain/credits.ts';
import { type Job, statusOf } from '../domain/job.ts';
import { unavailable } from '../domain/refusals/unavailable.ts';
import { put } from '../domain/values/undo.ts';
import { ownerAccount, type World } from './world.ts';

/** The ledger of an account, with the price of each operation. */
export function ledgerOf(world: World, owner: Owner): PricedLedger {
  return priced(ownerAccount(world, owner).ledger, world.settings.readings.unit_costs);
}

export function putLedger({ state }: World, account: Account, ledger: Ledger): void {
  put(state.accounts, account.name, withLedger(account, ledger));
}

/** Reading 25: the charge of a job at a moment before its end; captured if the reading charges jobs at this moment. */
export function captureAt(
  world: World,
  { charge, owner }: Pick<Job, 'charge' | 'owner'>,
  moment: 'acceptance' | 'pick_up' | 'processing',
): Charge | null {
  if (charge?.state !== 'held' || !world.rules.capturesAt(moment)) return charge;
  const account = ownerAccount(world, owner);
  putLedger(world, account, withSettlement(account.ledger, charge.units, 'capture'));
  return { ...charge, state: 'captured' };
}

/**
 * Settles a job that has ended. A charge that was captured earlier is held again first, as if it were settled only now.
 */
export function settle(world: World, job: Job): Charge | null {
  const { charge } = job;
  if (charge === null) return null;
  const settlement = world.rules.settlement(statusOf(job), job);
  const account = ownerAccount(world, job.owner);
  const held = charge.state === 'captured' ? withSettlement(account.ledger, -charge.units, 'capture') : account.ledger;
  const ledger = world.rules.ledgerAfterEnd(held, charge.units, settlement);
  putLedger(world, account, ledger);
  return { ...charge, state: settlement === 'capture' ? 'captured' : 'released' };
}

/** Refunds what a job has cost, as an adjustment. */
export function giveUnitsBack(world: World, { owner, charge }: Job): void {
  if (charge?.state !== 'captured') return;
  const account = ownerAccount(world, owner);
  const ledger = { ...account.ledger, settled: account.ledger.settled + charge.units };
  putLedger(world, account, ledger);
}

/** Spec 4.4: if a ledger cannot be read, the answer is a 503, never a balance of zero. */
export function requireLedger(world: World): void {
  if (!world.state.switches.ledgerUnreadable) return;
  throw unavailable({ rule: 'CREDIT-UNREADABLE-503', section: '4.4', compared: { ledger_readable: false } });
}

/** Spec 5.5: if a key cannot be checked, it is neither accepted nor refused. */
export function requireKeyStore(world: World): void {
  if (!world.state.switches.keyStoreUnreadable) return;
  throw unavailable({ rule: 'AUTH-UNREADABLE-503', section: '5.5', compared: { key_store_readable: false } });
}
