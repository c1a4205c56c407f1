import type { Path } from '../../../../shared/expression/paths.ts';
import { parseDuration, parseInstant, parsePercent } from '../../../../shared/expression/quantities.ts';
import type { Scope } from '../../../../shared/expression/scope.ts';
import { childOf, type Node, plain } from '../../../../shared/yaml/node.ts';
import { field, readFields, required, node as value } from '../../yaml/fields.ts';
import { type Check, type Finding, HELD, heldIf, joined, ofList, type Target, untested, violated } from '../finding.ts';
import { DURATION } from '../operators/measure.ts';
import {
  listOperand,
  listParser,
  optionalOperand,
  parsedOperand,
  pathAt,
  referenceOperand,
} from '../operators/operand.ts';
import { type Context, NEVER_RUN, refuse, type Table, type Use } from '../operators/operator.ts';
import { canonical } from '../operators/operators-lists.ts';
import { sameAs } from '../operators/same-as.ts';
import { elementsOf, follow, memberOf, nothingIn } from '../paths.ts';

/** Statements on a whole list of answers or deliveries. */
export const SERIES: Table = {
  distinct: {
    about: 'how many different values stand at a path, where there are any',
    argument: 'of: a path, is: a number or operators',
    example: [
      '{distinct: {of: body.id, is: 1}}',
      [{ body: { id: 'a' } }, { body: { id: 'a' } }],
      [{ body: { id: 'a' } }, { body: { id: 'b' } }],
    ],
    compile: distinct,
  },
  column: {
    about: 'the values at a path, one of each element; `is` says which',
    argument: 'a path',
    example: [
      '{column: status, is: [202, 200]}',
      [{ status: 202 }, { status: 200 }],
      [{ status: 200 }, { status: 202 }],
    ],
    compile: column,
  },
  is: {
    about: 'what the column is',
    argument: 'a list, counting_from: a number, or operators',
    example: [
      '{column: json.n, is: {counting_from: 1}}',
      [{ json: { n: 1 } }, { json: { n: 2 } }],
      [{ json: { n: 1 } }, { json: { n: 3 } }],
    ],
    of: ['column'],
  },
  gaps_of: {
    about: 'the time from one element to the next; `near` says how long',
    argument: 'the path of an instant',
    example: ['{gaps_of: at, near: {nominal: [1m, 5m], jitter: 20%}}'],
    compile: gapsOf,
  },
  near: {
    about: 'the lengths of the gaps',
    argument: 'nominal: a list of durations, jitter: a percentage, slack: a duration',
    example: ['{gaps_of: at, near: {nominal: [1m, 5m], jitter: 20%, slack: 15s}}'],
    of: ['gaps_of'],
  },
  none_after: {
    about: 'nothing came for some time after an element',
    argument: 'index: last or a position, for: a duration, by: until when was looked',
    example: ['{none_after: {index: last, for: 2h}}'],
    compile: noneAfter,
  },
};

const DISTINCT = { of: required('the path', value('path')), is: required('how many', value('a number or operators')) };

function distinct({ node, context }: Use): Check {
  const { of, is } = readFields(node, DISTINCT, 'distinct', context.problems);
  if (of === undefined || is === undefined) return NEVER_RUN;
  const path = pathAt(of, context);
  const count = context.value(is);
  const words = `${JSON.stringify(plain(is))} distinct ${plain(of)}`;
  return ofList((list, target, scope) => {
    const values = columnOf(target, list, path).map(({ value }) => value);
    const there = values.filter((value) => value !== undefined);
    if (there.length === 0) return untested(`none of the ${values.length} has ${words}`);
    const different = [...new Map(there.map((value) => [canonical(value), value])).values()];
    const finding = count({ ...target, value: different.length }, scope);
    return finding.mismatches.length > 0 ? violated({ ...target, value: different }, words) : finding;
  });
}

function column({ node, place, beside, context }: Use): Check {
  const is = beside('is');
  if (is === undefined) return refuse(context, place, 'column needs `is`, such as is: {counting_from: 1}');
  const path = pathAt(node, context);
  const judge = columnCheck(is, context);
  return ofList((list, target, scope) =>
    list.length === 0 ? nothingIn(target) : judge(columnOf(target, list, path), target, scope),
  );
}

const COUNTING = { counting_from: required('the first number', value('number')) };

type ColumnCheck = (column: readonly Target[], target: Target, scope: Scope) => Finding;

function columnCheck(is: Node, context: Context): ColumnCheck {
  const start = childOf(is, 'counting_from');
  if (start !== undefined) {
    readFields(is, COUNTING, 'is', context.problems);
    return countingFrom(start, context);
  }
  if (is.kind === 'map') {
    const check = context.value(is);
    return (column, target, scope) => check({ ...target, value: column.map(({ value }) => value) }, scope);
  }
  const list = listOperand(is, context);
  return (column, target, scope) => sameColumn(list(scope), column, target);
}

function countingFrom(start: Node, context: Context): ColumnCheck {
  const first = parsedOperand(
    start,
    context,
    (value) => (Number.isInteger(value) ? Number(value) : null),
    'an integer',
  );
  return (column, _target, scope) => {
    const from = first(scope);
    return joined(
      column.map((target, index) => sameAs(from + index, target, (value) => `${value}, counting from ${from}`)),
    );
  };
}

function sameColumn(expected: readonly unknown[], column: readonly Target[], target: Target): Finding {
  const shorter = Math.min(expected.length, column.length);
  const each = column.slice(0, shorter).map((element, index) => sameAs(expected[index], element));
  const isWhole = expected.length === column.length;
  return joined([...each, heldIf(isWhole, { ...target, value: column.length }, () => `${expected.length} of them`)]);
}

function columnOf({ pointer }: Target, list: readonly unknown[], path: Path): Target[] {
  return elementsOf(list, pointer).map((element) => {
    const [target] = follow(path, element).targets;
    return target ?? { ...element, value: undefined };
  });
}

type Gap = { from: Target; to: Target; nominal: number };
type Room = { jitter: number; slack: number };

/**
 * Checks that the waits between elements are close to their nominal lengths. There may be fewer waits than nominal
 * ones.
 */
function gapsOf({ node, place, beside, context }: Use): Check {
  const near = beside('near');
  if (near === undefined) return refuse(context, place, 'gaps_of needs `near`, such as near: {nominal: [1m, 5m]}');
  const { nominal: lengths, jitter, slack } = readFields(near, NEAR, 'near', context.problems);
  if (lengths === undefined) return NEVER_RUN;
  const path = pathAt(node, context);
  const nominal = parsedOperand(lengths, context, listParser(parseDuration), 'a list of durations');
  const part = optionalOperand(jitter, context, parsePercent, 'a percentage such as 20%', 0);
  const length = optionalOperand(slack, context, parseDuration, DURATION, 0);
  return ofList((list, target, scope) => {
    const room = { jitter: part(scope), slack: length(scope) };
    return judgeGaps(list, target, { path, nominal: nominal(scope), room });
  });
}

const NEAR = {
  nominal: required('the lengths', value('durations')),
  jitter: field('how far off each may be', value('percentage')),
  slack: field('how much further', value('duration')),
};

function judgeGaps(
  list: readonly unknown[],
  target: Target,
  { path, nominal, room }: { path: Path; nominal: readonly number[]; room: Room },
): Finding {
  const elements = elementsOf(list, target.pointer).flatMap((element) => follow(path, element).targets);
  if (elements.length < 2) return untested('there are fewer than two elements, so there is no gap between them');
  const gaps = elements.slice(1, nominal.length + 1).map((to, index): Gap => {
    return { from: elements[index] ?? to, to, nominal: nominal[index] ?? 0 };
  });
  const count = elements.length - 1;
  const isFew = heldIf(count <= nominal.length, { ...target, value: count }, () => `at most ${nominal.length} gaps`);
  return joined([...gaps.map((gap) => judgeGap(gap, room)), isFew]);
}

function judgeGap({ from, to, nominal }: Gap, { jitter, slack }: Room): Finding {
  const [start, end] = [timeOf(from), timeOf(to)];
  if (start === null || end === null) return violated(start === null ? from : to, 'an instant');
  const [least, most] = [nominal * (1 - jitter) - slack, nominal * (1 + jitter) + slack];
  const gap = end - start;
  const words = () => `${seconds(least)} to ${seconds(most)} after ${from.pointer}, not ${seconds(gap)}`;
  return heldIf(gap >= least && gap <= most, to, words);
}

function timeOf({ value }: Target): number | null {
  return typeof value === 'string' ? parseInstant(value) : null;
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds) / 1000} s`;
}

/** The name in the scope of the instant at which the observation of deliveries ended. */
const OBSERVED_UNTIL = 'observed_until';

/**
 * Checks that nothing arrives for some time after an element. A shorter observation leaves it untested; an element that
 * arrives too early violates it in any case.
 */
function noneAfter({ node, context }: Use): Check {
  const { index: after, for: lasting, by } = readFields(node, NONE_AFTER, 'none_after', context.problems);
  if (after === undefined || lasting === undefined) return NEVER_RUN;
  const index = parsedOperand(after, context, parseIndex, 'last, or a position counted from 0');
  const length = parsedOperand(lasting, context, parseDuration, DURATION);
  const until = untilOf(by, context);
  return ofList((list, { pointer }, scope) => {
    const wanted = index(scope);
    const position = wanted === 'last' ? list.length - 1 : wanted;
    return judgeSilence(elementsOf(list, pointer), position, { length: length(scope), until: until(scope) });
  });
}

const NONE_AFTER = {
  index: required('last, or a position', value('position')),
  for: required('for how long', value('duration')),
  by: field('until when was looked', value('instant')),
};

function parseIndex(value: unknown): number | 'last' | null {
  if (value === 'last') return value;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

function untilOf(by: Node | undefined, context: Context): (scope: Scope) => number | null {
  if (by === undefined) return (scope) => instantOf(scope.names[OBSERVED_UNTIL]);
  const until = referenceOperand(by, context);
  return (scope) => instantOf(until(scope));
}

function judgeSilence(
  elements: readonly Target[],
  position: number,
  window: { length: number; until: number | null },
): Finding {
  const start = instantOf(elements[position] && memberOf(elements[position], 'at').value);
  if (start === null) return untested(`there is no element ${position} after which to look for more`);
  const end = start + window.length;
  const tooEarly = elements
    .slice(position + 1)
    .filter((element) => (instantOf(memberOf(element, 'at').value) ?? end) < end);
  if (tooEarly.length > 0)
    return joined(
      tooEarly.map((element) => violated(memberOf(element, 'at'), `nothing before ${new Date(end).toISOString()}`)),
    );
  if (window.until !== null && window.until >= end) return HELD;
  return untested('the observation was too short to show that nothing more arrives');
}

function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? parseInstant(value) : null;
}
