import type { Instant } from './values/time.ts';
import type { Environment, JobStatus, Operation } from './vocabulary.ts';

/** An account's units. Held units are those of accepted jobs that are not settled yet (spec 2.5). */
export type Ledger = {
  settled: number;
  held: number;
  testFunded: number;
  enforced: boolean;
  lowBalanceAt: number | null;
  /** The prices that the account sets itself; the others come from the reading `unit_costs`. */
  unitCosts: UnitCosts;
};

export type UnitCosts = { readonly [Name in Operation]?: number | undefined };
export type PricedLedger = Ledger & { unitCosts: Readonly<Record<Operation, number>> };

const USUAL_COSTS: Readonly<Record<Operation, number>> = { 'hair.try_on': 2, 'makeup.apply': 1, 'skin.analyze': 1 };

export function priced(ledger: Ledger, usual: UnitCosts): PricedLedger {
  const { settled, held, testFunded, enforced, lowBalanceAt, unitCosts: own } = ledger;
  if (last.own !== own || last.usual !== usual) last = { own, usual, all: costsOf(own, usual) };
  return { settled, held, testFunded, enforced, lowBalanceAt, unitCosts: last.all };
}

/** Most calls have the same costs as the call before. */
let last: { own: UnitCosts; usual: UnitCosts; all: PricedLedger['unitCosts'] } = {
  own: USUAL_COSTS,
  usual: USUAL_COSTS,
  all: USUAL_COSTS,
};

function costsOf(own: UnitCosts, usual: UnitCosts): PricedLedger['unitCosts'] {
  const costOf = (operation: Operation) => own[operation] ?? usual[operation] ?? USUAL_COSTS[operation];
  return {
    'hair.try_on': costOf('hair.try_on'),
    'makeup.apply': costOf('makeup.apply'),
    'skin.analyze': costOf('skin.analyze'),
  };
}

export type Charge = { units: number; state: 'held' | 'captured' | 'released' };

export function available(ledger: Ledger): number {
  return ledger.settled - ledger.held;
}

export function spendable(ledger: Ledger): number {
  return available(ledger) - (ledger.enforced ? ledger.testFunded : 0);
}

/** Spec 2.5: a balance at the threshold is low as well. */
export function isLow(ledger: Ledger): boolean {
  return ledger.lowBalanceAt !== null && spendable(ledger) <= ledger.lowBalanceAt;
}

/** Reading 24: without enforcement a submission is never refused, and the balance may fall below zero. */
export function canAfford(ledger: Ledger, units: number): boolean {
  return !ledger.enforced || spendable(ledger) >= units;
}

/** The price of a submission; null if nothing is charged (reading 26: test keys). */
export function unitsFor(ledger: Ledger, operation: Operation, environment: Environment): number | null {
  return environment === 'live' ? (ledger.unitCosts[operation] ?? 0) : null;
}

/** What may matter for the settlement in addition to the status in which a job ended. */
type Ended = { cancelRequested: boolean; error: { code: string } | null; createdAt: Instant };

/** Reading 25: a job that succeeded or failed is charged; a cancelled job is not. */
export function settlementOf(status: JobStatus, _job?: Ended): 'capture' | 'release' {
  return status === 'cancelled' ? 'release' : 'capture';
}

export function withHold(ledger: Ledger, units: number): Ledger {
  return withUnits(ledger, ledger.settled, ledger.held + units);
}

export function withSettlement(ledger: Ledger, units: number, settlement: 'capture' | 'release'): Ledger {
  const settled = settlement === 'capture' ? ledger.settled - units : ledger.settled;
  return withUnits(ledger, settled, ledger.held - units);
}

/** Copied field by field, like an account. */
function withUnits(ledger: Ledger, settled: number, held: number): Ledger {
  const { testFunded, enforced, lowBalanceAt, unitCosts } = ledger;
  return { settled, held, testFunded, enforced, lowBalanceAt, unitCosts };
}
