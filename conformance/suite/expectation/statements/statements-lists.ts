import type { Path } from '../../../../shared/expression/paths.ts';
import { childOf, type Node, plain } from '../../yaml/node.ts';
import { type Check, type Finding, heldIf, joined, type Run, type Target, untested, violated } from '../finding.ts';
import { gapsOf } from '../gaps.ts';
import { noneAfter } from '../operators/none-after.ts';
import { parsedOperand } from '../operators/operand.ts';
import { type Context, NEVER_RUN, refuse, type Table, type Use } from '../operators/operator.ts';
import { canonical } from '../operators/operators-lists.ts';
import { pathAt, readOptions } from '../operators/options.ts';
import { sameAs } from '../operators/same-as.ts';
import { elementsOf, follow, nothingIn } from '../paths.ts';

/** What is said of a list of answers or deliveries as a whole. */
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

function distinct({ node, context }: Use): Check {
  const options = readOptions(node, { required: ['of', 'is'] }, context);
  if (options?.of === undefined || options.is === undefined) return NEVER_RUN;
  const path = pathAt(options.of, context);
  const count = context.value(options.is);
  const words = `${JSON.stringify(plain(options.is))} distinct ${plain(options.of)}`;
  return (target, run) => {
    if (!Array.isArray(target.value)) return violated(target, 'a list');
    const values = columnOf(target, target.value, path).map(({ value }) => value);
    const there = values.filter((value) => value !== undefined);
    if (there.length === 0) return untested(`none of the ${values.length} has ${words}`);
    const different = [...new Map(there.map((value) => [canonical(value), value])).values()];
    const finding = count({ ...target, value: different.length }, run);
    return finding.mismatches.length > 0 ? violated({ ...target, value: different }, words) : finding;
  };
}

function column({ node, place, beside, context }: Use): Check {
  const is = beside('is');
  if (is === undefined) return refuse(context, place, 'column needs `is` beside it, such as is: {counting_from: 1}');
  const path = pathAt(node, context);
  const judge = columnCheck(is, context);
  return (target, run) => {
    if (!Array.isArray(target.value)) return violated(target, 'a list');
    if (target.value.length === 0) return nothingIn(target);
    return judge(columnOf(target, target.value, path), target, run);
  };
}

type ColumnCheck = (column: readonly Target[], target: Target, run: Run) => Finding;

function columnCheck(is: Node, context: Context): ColumnCheck {
  const start = childOf(is, 'counting_from');
  if (start !== undefined) {
    readOptions(is, { required: ['counting_from'] }, context);
    return countingFrom(start, context);
  }
  if (is.kind === 'map') {
    const check = context.value(is);
    return (column, target, run) => check({ ...target, value: column.map(({ value }) => value) }, run);
  }
  const list = parsedOperand(is, context, (value) => (Array.isArray(value) ? value : null), 'a list');
  return (column, target, run) => sameColumn(list(run), column, target);
}

function countingFrom(start: Node, context: Context): ColumnCheck {
  const first = parsedOperand(
    start,
    context,
    (value) => (Number.isInteger(value) ? Number(value) : null),
    'an integer',
  );
  return (column, _target, run) => {
    const from = first(run);
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
