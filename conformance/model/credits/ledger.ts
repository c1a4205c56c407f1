import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import type { Mismatch } from '../../suite/expectation/finding.ts';
import { type Known, keepIn } from '../known.ts';

/**
 * What the jobs of a live key must have cost between two balances that were read one after the other (Spec 2.5, 3). A job costs
 * its units from its acceptance on. They come back where it was cancelled at once, and may where it failed or was cancelled
 * late; so this is judged at the end, when the outcome of each job is known.
 */
export type Ledger = {
  accept(job: string, operation: string, createdAt: unknown): void;
  /** The cancel of a queued job was granted at once. */
  release(job: string, updatedAt: unknown): void;
  /** It was shown so: its units were held or captured until then. */
  see(job: string, status: 'queued' | 'running' | 'succeeded' | 'failed'): void;
  /** What costs nothing. */
  note(what: Free): void;
  /** What was made just now was made at this time. */
  pass(createdAt: unknown): void;
  read(body: unknown, position: number): void;
  /** What happened here may have changed the balance in another way. */
  interrupt(): void;
  /** What does not add up. */
  audit(): Imbalance[];
};

/** A replay, a job of a test key, a deletion, a refusal, and a refusal of so many that they may cost a fee. */
export type Free = 'replay' | 'free' | 'deletion' | 'refusal' | 'refusal of many';

export type Imbalance = { rule: string; mismatch: Mismatch; position: number; before: number; spared?: string };

/** `sureUntil`: up to when its units were certainly held or captured, unless it was released. */
type Charge = { operation: string; from: number; released: number; sureUntil: number; hasFailed: boolean };
type Reading = { moment: number; available: number; asOf: number; costs: Record<string, unknown>; position: number };

const NEVER = Number.POSITIVE_INFINITY;
/** An account may be given units, say each month: balances that lie further apart are not compared. */
const HOLDS_FOR = 3_600_000;
/** With more of them there are too many sums to try. */
const MOST_DOUBTS = 10;

export function createLedger(known: Known): Ledger {
  const count = keepIn(known, { size: 0 });
  const charges = keepIn(known, new Map<string, Charge>());
  const readings: (Reading | 'interrupted')[] = [];
  const free: { what: Free; moment: number }[] = [];
  let moment = 0;
  let latest = 0;
  /** Something happened at a time that nothing has shown yet: which balances are older is not known. */
  let isUndated = true;
  const note = (time: unknown) => {
    moment += 1;
    latest = Math.max(latest, parseInstant(time) ?? 0);
  };
  const read = (reading: Reading | 'interrupted') => {
    if (reading === 'interrupted' && readings.at(-1) === reading) return;
    count.size += 1;
    readings.push(reading);
  };
  return {
    accept: (job, operation, createdAt) => {
      note(createdAt);
      const until = { released: NEVER, sureUntil: moment, hasFailed: false };
      charges.set(job, { operation, from: moment, ...until });
    },
    release: (job, updatedAt) => {
      note(updatedAt);
      const charge = charges.get(job);
      if (charge === undefined) return;
      charge.released = Math.min(charge.released, moment);
      charge.sureUntil = NEVER;
    },
    see: (job, status) => {
      moment += 1;
      const charge = charges.get(job);
      if (charge === undefined) return;
      if (status === 'failed') charge.hasFailed = true;
      else charge.sureUntil = status === 'succeeded' ? NEVER : Math.max(charge.sureUntil, moment);
    },
    note: (what) => {
      moment += 1;
      count.size += 1;
      free.push({ what, moment });
    },
    pass: (createdAt) => {
      const time = parseInstant(createdAt);
      // The same picture may be the same asset again, which was made before.
      if (time === null || time <= latest) return;
      latest = time;
      isUndated = false;
    },
    read: (body, position) => {
      moment += 1;
      const reading = readingOf(body, { moment, position });
      // A balance may be older than the last request.
      const isSure = reading !== null && !isUndated && isCurrent(isMap(body) ? body['as_of'] : null, latest);
      read(isSure ? reading : 'interrupted');
    },
    interrupt: () => {
      isUndated = true;
      read('interrupted');
    },
    audit: () => imbalancesIn(readings, { charges: [...charges.values()], free }),
  };
}

function readingOf(body: unknown, { moment, position }: Pick<Reading, 'moment' | 'position'>): Reading | null {
  if (!isMap(body)) return null;
  const { available_units: available, unit_costs: costs } = body;
  const asOf = parseInstant(body['as_of']);
  if (!Number.isInteger(available) || !isMap(costs) || asOf === null) return null;
  return { moment, position, available: Number(available), costs, asOf };
}

type Happened = { charges: readonly Charge[]; free: readonly { what: Free; moment: number }[] };

function imbalancesIn(readings: readonly (Reading | 'interrupted')[], happened: Happened): Imbalance[] {
  return readings.flatMap((reading, index) => {
    if (reading === 'interrupted') return [];
    const before = readings[index - 1];
    if (before === undefined || before === 'interrupted') return [];
    const imbalance = imbalanceBetween(before, reading, happened);
    return imbalance === null ? [] : [imbalance];
  });
}

function imbalanceBetween(before: Reading, after: Reading, { charges, free }: Happened): Imbalance | null {
  if (after.asOf < before.asOf || after.asOf - before.asOf > HOLDS_FOR) return null;
  const made = charges.filter(({ from }) => from <= after.moment);
  const isSure = ({ sureUntil, hasFailed }: Charge) => sureUntil >= after.moment || hasFailed;
  const sure = made.filter(isSure);
  const doubtful = made.filter((charge) => !isSure(charge));
  const costs = sure.map((charge) => costBetween(charge, before, after));
  const failed = sure.filter(({ hasFailed, sureUntil }) => hasFailed && sureUntil < after.moment);
  if (costs.includes(null) || doubtful.length + failed.length > MOST_DOUBTS) return null;
  const expected = before.available - costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  const sums = possible(expected, doubtful, [-1, 0, 1], after);
  if (sums.has(after.available)) return null;
  const isBetween = (moment: number) => before.moment < moment && moment <= after.moment;
  const freeBetween = free.filter(({ moment }) => isBetween(moment)).map(({ what }) => what);
  const wanted = `${expected}, by what was accepted and cancelled since`;
  const mismatch = { pointer: '/body/available_units', expected: wanted, seen: after.available };
  const at = { mismatch, position: after.position, before: before.position };
  const isGivenBack = [...sums].some((sum) => possible(sum, failed, [0, 1], after).has(after.available));
  if (isGivenBack)
    return { ...at, rule: 'CREDIT-CAPTURE-FAILED', spared: 'the units of a failed job may be given back' };
  const isFee = freeBetween.includes('refusal of many') && [...sums].some((sum) => after.available < sum);
  if (isFee) return { ...at, rule: 'CREDIT-REFUSED-FREE', spared: 'many refusals may cost a fee' };
  const hasAny = (moments: readonly number[]) => moments.some(isBetween);
  const what = {
    hasReleased: hasAny(sure.map((one) => one.released)),
    hasAccepted: hasAny(sure.map((one) => one.from)),
  };
  return { ...at, rule: ruleOf(what, freeBetween, failed.length > 0) };
}

/** The most significant of all events. */
const RULES_OF_FREE: readonly [Free, string][] = [
  ['refusal', 'CREDIT-REFUSED-FREE'],
  ['deletion', 'CREDIT-DELETE-KEEPS'],
  ['replay', 'IDEM-CHARGE-ONCE'],
  ['free', 'CREDIT-TEST-FREE'],
];

function ruleOf(
  { hasReleased, hasAccepted }: { hasReleased: boolean; hasAccepted: boolean },
  free: readonly Free[],
  hasFailed: boolean,
): string {
  if (hasReleased) return 'CREDIT-RELEASE';
  if (hasAccepted) return 'CREDIT-HOLD';
  const [, rule = hasFailed ? 'CREDIT-CAPTURE-FAILED' : 'CREDIT-CAPTURE'] =
    RULES_OF_FREE.find(([what]) => free.includes(what)) ?? [];
  return rule;
}

/** How many units more a job costs at the second reading; null if its price is not known. */
function costBetween({ operation, from, released }: Charge, before: Reading, after: Reading): number | null {
  const isHeld = ({ moment }: Reading) => from <= moment && moment < released;
  const change = Number(isHeld(after)) - Number(isHeld(before));
  if (change === 0) return 0;
  const cost = after.costs[operation];
  return Number.isInteger(cost) && cost === before.costs[operation] ? change * Number(cost) : null;
}

/** The possible balances if the units of some jobs may have been refunded, or held again: multiples of the cost of each. */
function possible(
  expected: number,
  doubtful: readonly Charge[],
  times: readonly number[],
  { costs }: Reading,
): Set<number> {
  let sums = new Set([expected]);
  for (const { operation } of doubtful) {
    const cost = Number(costs[operation] ?? 0);
    sums = new Set([...sums].flatMap((sum) => times.map((one) => sum + one * cost)));
  }
  return sums;
}

/** Whether a balance is not older than a change. Where times are whole seconds, it is certain only in a later one. */
export function isCurrent(asOf: unknown, changedAt: number): boolean {
  const time = parseInstant(asOf);
  if (time === null) return false;
  return String(asOf).includes('.') ? time >= changedAt : time >= changedAt + 1_000;
}
