import { environmentOf, type Owner } from '../domain/account.ts';
import { available, type PricedLedger } from '../domain/credits.ts';
import { type Instant, toIso } from '../domain/values/time.ts';
import { ledgerOf } from './ledger.ts';
import type { World } from './world.ts';

/** Section 2.5. */
export function balanceBody(world: World, owner: Owner) {
  return balanceAt(world, owner, ledgerOf(world, owner), world.state.now);
}

/** The balance that a key reads, as its ledger was at an instant. */
export function balanceAt(world: World, owner: Owner, ledger: PricedLedger, asOf: Instant) {
  const isEmpty = environmentOf(owner) === 'test' && world.settings.readings.test_key_balance === 'empty';
  const shown = isEmpty ? { ...ledger, settled: 0, held: 0, testFunded: 0 } : ledger;
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
