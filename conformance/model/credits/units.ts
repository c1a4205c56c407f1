import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import { codeOf, type Demand, mustNotBe, mustRefuseWith } from '../demand.ts';
import { hasEnded, isGone, type Known } from '../known.ts';
import { operationOf } from '../read-submission.ts';
import { inputOf, type Sight } from '../sight.ts';
import { type CreateTopic, isOfAccounts } from '../topic.ts';
import { isCurrent } from './ledger.ts';

/** A balance that nothing has changed since. */
type Balance = { spendable: number; enforced: boolean; costs: Readonly<Record<string, unknown>>; position: number };

/** Spec 2.5, 4.2: who is refused for want of units, and when a balance is low. */
export const createUnits: CreateTopic = (known) => {
  const nothing = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const kept = { balance: null as Balance | null, latest: 0, isUndated: false, ...nothing };
  const isOwn = (sight: Sight) => sight.owner === 'own live';
  return {
    demands: (sight) => {
      if (!sight.isJudged) return [];
      if (sight.route === 'balance' && isOwn(sight)) return known.mayOthersAct ? [] : ofLow(sight, kept);
      if (sight.route !== 'submit') return [];
      return known.isAccountMade && isOwn(sight) ? ofSubmission(sight, known, kept.balance) : [];
    },
    keep: (sight) => {
      if (sight.route === 'balance' && isOwn(sight)) {
        const isKnown = !sight.isConcurrent && !kept.isUndated && isCurrent(asOfIn(sight), kept.latest);
        kept.balance = isKnown ? balanceIn(sight) : null;
        if (isKnown) noteLow(sight.view.body, kept);
      } else if (sight.view.request.method !== 'GET' && !isRefusal(sight)) {
        kept.balance = null;
        noteChange(sight, kept);
      }
    },
    drive: (call) => {
      kept.balance = null;
      if (!/^(?:clock|jobs|webhooks)\./.test(call)) kept.isUndated = true;
      if (isOfAccounts(call) || call.startsWith('credits')) Object.assign(kept, nothing);
    },
  };
};

type Dated = { latest: number; isUndated: boolean };

/** A balance may be older than the last change, whose time is known if an answer shows it. */
function noteChange({ view: { body } }: Sight, kept: Dated): void {
  const { created_at: created, updated_at: updated } = isMap(body) ? body : {};
  const time = Math.max(parseInstant(created) ?? 0, parseInstant(updated) ?? 0);
  if (time > kept.latest) kept.isUndated = false;
  else if (time === 0) kept.isUndated = true;
  kept.latest = Math.max(kept.latest, time);
}

function asOfIn({ view: { body } }: Sight): unknown {
  return isMap(body) ? body['as_of'] : null;
}

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
    const reason = { rule, because: [], why: `${spendable} units are spendable` };
    return codeOf(view) === 'INSUFFICIENT_CREDITS' ? [mustNotBe([402], reason)] : [];
  }
  const input = inputOf(sight, known);
  // A replay is answered as before, and a request with another error may be refused for that error first.
  if (input === undefined || isGone(input, known) || view.status !== 202) return [];
  if (cost <= spendable + mayComeBack(balance, known)) return [];
  const why = `${spendable} units are spendable, and it costs ${cost}`;
  return mustRefuseWith(402, 'INSUFFICIENT_CREDITS', { rule: 'CREDIT-402', because: [], why });
}

/** The units that are refunded if all jobs at work end meanwhile. */
function mayComeBack({ costs }: Balance, { jobs }: Known): number {
  const atWork = [...jobs.values()].filter((job) => job.owner === 'own live' && !job.isDeleted && !hasEnded(job));
  const unitsOf = (cost: unknown) => (typeof cost === 'number' ? cost : Number.POSITIVE_INFINITY);
  return atWork.reduce((sum, { operation }) => sum + unitsOf(costs[operation]), 0);
}
