import { isOn, isSubmit } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';
import { type DutyRun, type Occasion, verdict } from './duty-checks.ts';
import { isArrived, isSameWorld } from './jobs-seen.ts';

/**
 * Spec 2.5: reads of a balance, if each one in the plain run was followed by a submission. A client whose orders depend
 * on the balance submits exactly if the units can be spent, or credits are not enforced. Another client may submit
 * anyway, or have its own limit, so nothing is proven.
 */
export function balancesMisread({ seen, plain, passed }: DutyRun): Occasion[] {
  const before = balancesIn(plain);
  if (before.length === 0 || !before.every((one) => isFollowed(one, plain))) return [];
  return balancesIn(seen).map((one) => {
    const isAsExpected = isFollowed(one, seen) === canOrder(one);
    return verdict(passed || isAsExpected ? 'kept' : 'open', one);
  });
}

function balancesIn({ exchanges }: Seen): SeenExchange[] {
  return exchanges.filter(({ exchange }) => isOn(exchange, 'readCreditBalance') && isArrived(exchange));
}

/** The next submission in the same world, with the same key. */
function isFollowed(one: SeenExchange, { exchanges }: Seen): boolean {
  return exchanges.some(
    (other) =>
      other.place > one.place &&
      isSameWorld(one, other) &&
      other.exchange.keyId === one.exchange.keyId &&
      isSubmit(other.exchange),
  );
}

function canOrder({ exchange }: SeenExchange): boolean {
  const [, units = '0'] = /"spendable_units": ?(-?\d+)/.exec(exchange.responseBody ?? '') ?? [];
  return Number(units) > 0 || /"enforced": ?false/.test(exchange.responseBody ?? '');
}
