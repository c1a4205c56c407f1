import type { Ledger } from '../../domain/credits.ts';
import type { World } from '../world.ts';

/** A grant (positive) or a correction (negative); the balance may fall below zero (spec 2.5). */
export function adjustCredits(world: World, { account: name, units }: { account: string; units: number }): Ledger {
  const account = world.state.accounts.get(name);
  if (account === undefined) throw new Error(`there is no account ${name}`);
  const ledger: Ledger = { ...account.ledger, settled: account.ledger.settled + units };
  world.state.accounts.set(name, { ...account, ledger });
  return ledger;
}
