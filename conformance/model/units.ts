import { isMap } from '../../shared/is-map.ts';
import { type Demand, mustNotBe, mustRefuseWith } from './demand.ts';
import { isGone, type Known } from './known.ts';
import { operationOf } from './read-submission.ts';
import { inputOf, type Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

/** A balance that nothing has changed since. */
type Balance = { spendable: number; enforced: boolean; costs: Readonly<Record<string, unknown>>; position: number };

/** Spec 2.5, 4.2: who is refused for want of units, and when a balance is low. */
export const createUnits: CreateTopic = (known) => {
  const nothing = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const kept = { balance: null as Balance | null, ...nothing };
  const isOwn = (sight: Sight) => sight.owner === 'own live';
  return {
    demands: (sight) => {
      if (!sight.isJudged) return [];
      if (sight.route === 'balance' && isOwn(sight)) return ofLow(sight, kept);
      if (sight.route !== 'submit') return [];
      if (sight.owner === 'own test' || sight.owner === 'other test')
        return [mustNotBe([402], { rule: 'CREDIT-TEST-FREE', because: [], why: 'a test key charges nothing' })];
      return known.isAccountMade && isOwn(sight) ? ofSubmission(sight, known, kept.balance) : [];
    },
    keep: (sight) => {
      if (sight.route === 'balance' && isOwn(sight)) {
        kept.balance = sight.isConcurrent ? null : balanceIn(sight);
        noteLow(sight.view.body, kept);
      } else if (sight.view.request.method !== 'GET' && !isRefusal(sight)) kept.balance = null;
    },
    drive: (call) => {
      kept.balance = null;
      if (/^(?:credits|tenants|account)/.test(call)) Object.assign(kept, nothing);
    },
  };
};

function isRefusal({ view: { status } }: Sight): boolean {
  return status !== null && status >= 400 && status < 500;
}

function balanceIn({ view: { body }, position }: Sight): Balance | null {
  if (!isMap(body)) return null;
  const { spendable_units: spendable, enforced, unit_costs: costs } = body;
  if (typeof spendable !== 'number' || typeof enforced !== 'boolean' || !isMap(costs)) return null;
  return { spendable, enforced, costs, position };
}

type Bounds = { low: number; high: number };

function noteLow(body: unknown, kept: Bounds): void {
  const { spendable_units: spendable, low_balance: isLow } = isMap(body) ? body : {};
  if (typeof spendable !== 'number') return;
  if (isLow === true) kept.low = Math.max(kept.low, spendable);
  if (isLow === false) kept.high = Math.min(kept.high, spendable);
}

function ofLow({ view }: Sight, { low, high }: Bounds): Demand[] {
  const { spendable_units: spendable, low_balance: isLow } = isMap(view.body) ? view.body : {};
  if (typeof spendable !== 'number') return [];
  const expected = spendable <= low ? true : spendable >= high ? false : null;
  if (expected === null || expected === isLow) return [];
  const why = `${expected}, by what it was at ${expected ? low : high} units`;
  return [
    { rule: 'CREDIT-LOW', because: [], check: () => ({ pointer: '/body/low_balance', expected: why, seen: isLow }) },
  ];
}

function ofSubmission(sight: Sight, known: Known, balance: Balance | null): Demand[] {
  const { view, position } = sight;
  const cost = balance?.costs[operationOf(view.request.url) ?? ''];
  // What happens meanwhile, such as the end of a job, may change it.
  if (balance === null || balance.position !== position - 1 || typeof cost !== 'number') return [];
  const { spendable, enforced } = balance;
  if (!enforced || cost <= spendable) {
    const rule = enforced ? 'CREDIT-402-EXACT' : 'CREDIT-NOT-ENFORCED';
    return [mustNotBe([402], { rule, because: [], why: `${spendable} units are spendable` })];
  }
  const input = inputOf(sight, known);
  // A replay is answered as before, and what is refused for another reason may be refused for that first.
  if (input === undefined || isGone(input, known) || view.status !== 202) return [];
  const why = `${spendable} units are spendable, and it costs ${cost}`;
  return mustRefuseWith(402, 'INSUFFICIENT_CREDITS', { rule: 'CREDIT-402', because: [], why });
}
