import type { Owner } from '../domain/account.ts';
import { available, type PricedLedger } from '../domain/credits.ts';
import { type Instant, toIso } from '../domain/values/time.ts';
import { ledgerOf } from './ledger.ts';
import type { World } from './world.ts';

/** Section 2.5. */
export function balanceBody(world: World, owner: Owner) {
  return balanceAt(world, ledgerOf(world, owner), world.state.now);
}

/** The balance of a ledger at an instant. */
export function balanceAt(world: World, shown: PricedLedger, asOf: Instant) {
  return {
    object: 'credit_balance' as const,
    as_of: toIso(asOf),
    settled_units: shown.settled,
    held_units: shown.held,
    available_units: available(shown),
    test_funded_units: shown.testFunded,
    spendable_units: world.rules.spendableUnits(shown),
    enforced: shown.enforced,
    low_balance: world.rules.balanceIsLow(shown),
    unit_costs: shown.unitCosts,
  };
}
