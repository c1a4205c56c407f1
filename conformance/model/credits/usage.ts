import { isMap } from '../../../shared/is-map.ts';
import type { Owner } from '../../plan/owner.ts';
import { type Demand, failing, mustBe } from '../demand.ts';
import { dayAt, type Known, keepIn, since, type When } from '../known.ts';
import type { Sight } from '../sight.ts';
import type { CreateTopic } from '../topic.ts';

/** The usage as it was read: the sum of all its numbers, and the day. */
type Reading = When & { sum: number; day: string | null };

/** What has happened in the account of an owner since its usage was read. */
type Counted = { before: Reading | null; hasDeletion: boolean; changed: When | null; cancelled: When | null };

/** A job that was accepted just now may be counted late. */
const LAG = 120_000;
/** Whether and when a cancelled job is removed from the usage is open. */
const LAG_OF_CANCEL = 3_600_000;

/**
 * Spec 4.4 and 4.3: a deletion does not change the recorded usage. The shape is open, so its numbers are added up. The scenarios
 * check whether and when a job is counted, how late, and for which keys.
 */
export const createUsage: CreateTopic = (known, { tenant }) => {
  const all = new Map<Owner, Counted>();
  /** Jobs with a cancel that was not granted at once, until they are shown to have ended: it may take effect at any time. */
  const late = keepIn(known, new Set<unknown>());
  const of = (owner: Owner): Counted => {
    const kept = all.get(owner) ?? { before: null, hasDeletion: false, changed: null, cancelled: null };
    all.set(owner, kept);
    return kept;
  };
  return {
    demands: (sight) => {
      const { route, owner, view, isJudged } = sight;
      if (!isJudged || route !== 'usage' || owner === null) return [];
      const served = mustBe([200], { rule: 'USAGE-200', because: [], why: 'the key is valid' });
      const counted = all.get(owner);
      // The clock of another account is another.
      if (tenant === null || late.size > 0 || counted === undefined || !owner.startsWith('own ')) return [served];
      return view.status === 200 ? [served, ...ofCounts(readingOf(sight, known), counted)] : [served];
    },
    keep: (sight) => {
      const { owner, route, view, isConcurrent, passed, least, at } = sight;
      if (route === 'cancel' && !isRefused(sight) && view.status !== 200) late.add(sight.id);
      if (owner === null || view.request.method === 'HEAD') return;
      if (isEnd(sight) && late.delete(sight.id)) of(owner).cancelled = { passed, least, at };
      if (route !== 'usage') keepChange(sight, of(owner));
      else if (view.status === 200 && !isConcurrent)
        Object.assign(of(owner), { before: readingOf(sight, known), hasDeletion: false });
    },
  };
};

function keepChange(sight: Sight, counted: Counted): void {
  const { route, passed, least, at } = sight;
  if (isRefused(sight)) return;
  if (route === 'job-delete') counted.hasDeletion = true;
  else if (route === 'cancel') counted.cancelled = { passed, least, at };
  else if (route?.startsWith('submit')) counted.changed = { passed, least, at };
}

/** A job is read that has ended. */
function isEnd({ route, view: { status, body }, isConcurrent }: Sight): boolean {
  if (route !== 'job' || status !== 200 || isConcurrent || !isMap(body)) return false;
  return ['succeeded', 'failed', 'cancelled'].includes(String(body['status']));
}

function isRefused({ view: { status } }: Sight): boolean {
  return status !== null && status >= 300 && status < 500;
}

function ofCounts(now: Reading, { before, hasDeletion, changed, cancelled }: Counted): Demand[] {
  if (before === null || before.day === null || before.day !== now.day || !hasDeletion) return [];
  const isOld = (change: When | null, lag: number) => change === null || since(change, before) > lag;
  // What happens long after a cancel hardly happens between two reads that follow each other.
  const isSettled =
    isOld(changed, LAG) && isOld(cancelled, LAG_OF_CANCEL) && (cancelled === null || since(before, now) < LAG);
  if (!isSettled || now.sum >= before.sum) return [];
  const expected = `counts of ${before.sum} in all, as before a job was deleted`;
  return [failing('USAGE-DELETE-KEEPS', '', expected, now.sum)];
}

function readingOf(sight: Sight, known: Known): Reading {
  const { view, passed, least, at } = sight;
  return { ...{ passed, least, at }, sum: sumOf(numbersIn(view.body)), day: dayAt(known, sight) };
}

/** All numbers, at any depth. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  const inner = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
  return inner.flatMap(numbersIn);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
