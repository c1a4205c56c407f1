import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import { type Demand, failing, mustBe } from '../demand.ts';
import { dayAt, dayOf, type Known, type Owner, since, type When } from '../known.ts';
import type { Sight } from '../sight.ts';
import type { CreateTopic } from '../topic.ts';

/** The usage as it was read. */
type Reading = When & { text: string | null; numbers: number[]; day: string | null };

/** What has happened in the account of an owner that its usage may or may not count. */
type Counted = {
  before: Reading | null;
  /** Since that reading: something was accepted, or deleted. */
  hasAccepted: boolean;
  hasDeletion: boolean;
  /** When something last happened that may change the usage late. */
  changed: When | null;
  /** The operations that were accepted, and the day of the last of them. */
  operations: Set<string>;
  day: string | null;
};

/** A usage may lag behind by so much. */
const LAG = 120_000;

/**
 * Spec 4.4: accepted jobs by day and operation, and 4.3: a deletion changes nothing of what was recorded. The shape is open, so
 * its numbers are added up, and days and operations are looked for in its text.
 */
export const createUsage: CreateTopic = (known, { tenant }) => {
  const all = new Map<Owner, Counted>();
  /** Whether, when and of which keys cancelled jobs are taken out is open. */
  let hasCancel = false;
  const of = (owner: Owner): Counted => {
    const kept = all.get(owner) ?? { ...NOTHING, operations: new Set<string>() };
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
      if (tenant === null || view.status !== 200 || counted === undefined || !owner.startsWith('own ')) return [served];
      const counts = ofCounts(readingOf(sight, known), counted);
      return [served, ...counts.filter(({ rule }) => !hasCancel || !OPEN_AFTER_CANCEL.includes(rule))];
    },
    keep: (sight) => {
      const { owner, route, view, isConcurrent } = sight;
      if (route === 'cancel' && !isRefused(sight)) hasCancel = true;
      if (owner === null || view.request.method === 'HEAD') return;
      if (route !== 'usage') keepChange(sight, of(owner));
      else if (view.status === 200 && !isConcurrent)
        Object.assign(of(owner), { before: readingOf(sight, known), hasAccepted: false, hasDeletion: false });
    },
  };
};

/** A cancelled job may be taken out of the usage, with its day and its operation. */
const OPEN_AFTER_CANCEL = ['USAGE-DELETE-KEEPS', 'USAGE-DAY', 'USAGE-OPERATION'];

const NOTHING = { before: null, hasAccepted: false, hasDeletion: false, changed: null, day: null };

function keepChange(sight: Sight, counted: Counted): void {
  const { route, view, submission, passed, least, at } = sight;
  if (isRefused(sight) || view.request.method === 'GET') return;
  if (route === 'job-delete') counted.hasDeletion = true;
  else if (route === 'cancel') counted.changed = { passed, least, at };
  else if (route?.startsWith('submit') && view.status !== 200) {
    Object.assign(counted, { hasAccepted: true, changed: { passed, least, at }, day: dayIn(view.body) });
    if (submission !== null && view.status === 202) counted.operations.add(submission.operation);
  }
}

function isRefused({ view: { status } }: Sight): boolean {
  return status !== null && status >= 300 && status < 500;
}

function dayIn(body: unknown): string | null {
  const time = parseInstant(isMap(body) ? body['created_at'] : null);
  return time === null ? null : dayOf(time);
}

function ofCounts(now: Reading, { before, hasAccepted, hasDeletion, changed, operations, day }: Counted): Demand[] {
  const isLate = changed === null || since(changed, now) > LAG;
  const named = isLate && day !== null && day === now.day ? ofNames(now, day, operations) : [];
  if (before === null || before.day === null || before.day !== now.day) return named;
  if (hasAccepted && isLate && before.text === now.text)
    return [failing('USAGE-COUNTS', '', 'another count, since a job was accepted', before.text)];
  const isSettled = changed === null || since(changed, before) > LAG;
  if (hasAccepted || !isSettled) return named;
  const [sum, earlier] = [sumOf(now.numbers), sumOf(before.numbers)];
  if (hasDeletion && sum < earlier)
    return [failing('USAGE-DELETE-KEEPS', '', `counts of ${earlier} in all, as before a job was deleted`, sum)];
  return sum > earlier && before.numbers.length === now.numbers.length
    ? [failing('USAGE-COUNTS', '', `${earlier} in all, since nothing was accepted`, sum)]
    : named;
}

/** How a usage may spell an operation. */
const SPELLED: Readonly<Record<string, RegExp>> = {
  'skin.analyze': /skin.?analy/i,
  'makeup.apply': /makeup.?(?:apply|try)/i,
  'hair.try_on': /hair/i,
};

function ofNames({ text }: Reading, day: string, operations: ReadonlySet<string>): Demand[] {
  const lacking = [...operations].find((one) => SPELLED[one]?.test(text ?? '') === false);
  const hasDay = [day, day.replaceAll('-', ''), day.replaceAll('-', '/')].some((one) => text?.includes(one));
  return [
    ...(hasDay ? [] : [failing('USAGE-DAY', '', `the day ${day}, on which a job was accepted`, text)]),
    ...(lacking === undefined
      ? []
      : [failing('USAGE-OPERATION', '', `the operation ${lacking}, of which a job was accepted`, text)]),
  ];
}

function readingOf(sight: Sight, known: Known): Reading {
  const { view, passed, least, at } = sight;
  return { ...{ passed, least, at }, text: view.text, numbers: numbersIn(view.body), day: dayAt(known, sight) };
}

/** All of them, wherever they stand. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  const inner = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
  return inner.flatMap(numbersIn);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
