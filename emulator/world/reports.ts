import type { Owner } from '../domain/account.ts';
import { available } from '../domain/credits.ts';
import type { UsageRow } from '../domain/usage.ts';
import { type Instant, toIso, utcDay } from '../domain/values/time.ts';
import { ownerAccount, type World } from './world.ts';

/** Section 2.5. */
export function balanceBody(world: World, owner: Owner) {
  const { ledger } = ownerAccount(world, owner);
  return {
    object: 'credit_balance',
    as_of: toIso(world.state.now),
    settled_units: ledger.settled,
    held_units: ledger.held,
    available_units: available(ledger),
    test_funded_units: ledger.testFunded,
    spendable_units: world.rules.spendableUnits(ledger),
    enforced: ledger.enforced,
    low_balance: world.rules.balanceIsLow(ledger),
    unit_costs: ledger.unitCosts,
  };
}

/** Reading 13: counts of accepted jobs from one UTC day to another, both included, oldest first. */
export function usageRows(world: World, owner: Owner, from: Instant, to: Instant): UsageRow[] {
  const [first, last] = [utcDay(from), utcDay(to)];
  return [...world.state.usage.values()]
    .filter((row) => row.owner === owner && row.date >= first && row.date <= last)
    .sort((a, b) => (`${a.date} ${a.operation}` < `${b.date} ${b.operation}` ? -1 : 1));
}
