import { parseDuration } from '../../../../shared/expression/quantities.ts';
import { type Check, heldIf, valueText, violated } from '../finding.ts';
import { COMPARISON, DURATION, MEASURE, type Measure, measureOf, parseComparison, parseMeasure } from './measure.ts';
import { optionalOperand, parsedOperand, referenceOperand } from './operand.ts';
import { refuse, type Table, type Use } from './operator.ts';
import { numberIn } from './same-as.ts';
import { sizeOf } from './words.ts';

/** The operators for numbers, durations in milliseconds, and instants. */
export const NUMBERS: Table = {
  int: {
    about: 'an integer; in a header, its digits',
    argument: COMPARISON,
    example: ['{int: ">=0"}', 7, 0.5],
    compile: integer,
  },
  le: {
    elsewhere: ['lte', 'max', 'maximum', 'at_most'],
    about: 'at most',
    argument: MEASURE,
    example: ['{le: 15s}', 15_000, 15_001],
    compile: (use) => limit(use, 'at most', (off, slack) => off <= slack),
  },
  ge: {
    elsewhere: ['gte', 'min', 'minimum', 'at_least'],
    about: 'at least',
    argument: MEASURE,
    example: ['{ge: 5}', 5, 4],
    compile: (use) => limit(use, 'at least', (off, slack) => off >= -slack),
  },
  lt: {
    elsewhere: ['less_than', 'below'],
    about: 'less than',
    argument: MEASURE,
    example: ['{lt: 5}', 4, 5],
    compile: (use) => limit(use, 'less than', (off, slack) => off < slack),
  },
  gt: {
    elsewhere: ['greater_than', 'above', 'more_than'],
    about: 'more than',
    argument: MEASURE,
    example: ['{gt: 5}', 6, 5],
    compile: (use) => limit(use, 'more than', (off, slack) => off > -slack),
  },
  slack: {
    about: 'how far beyond the limit is still right',
    argument: DURATION,
    example: ['{le: 5, slack: 1}', 6, 7],
    of: ['le', 'ge', 'lt', 'gt'],
  },
  between: {
    elsewhere: ['range', 'near', 'within'],
    about: 'neither below the first nor above the second',
    argument: 'a list of two',
    example: ['{between: [1, 3]}', 3, 4],
    compile: between,
  },
  fell_by: {
    about: 'less than `since` by exactly this',
    argument: 'a number',
    example: ['{fell_by: 3, since: earlier.units}', 7, 6],
    compile: (use) => moved(use, -1),
  },
  rose_by: {
    about: 'more than `since` by exactly this',
    argument: 'a number',
    example: ['{rose_by: 1, since: "${earlier.units}"}', 11, 12],
    compile: (use) => moved(use, 1),
  },
  since: {
    about: 'the earlier number',
    argument: 'a name such as previous, or an expression',
    example: ['{fell_by: 1, since: earlier.units}', 9, 10],
    of: ['fell_by', 'rose_by'],
  },
  length: {
    elsewhere: ['size', 'count', 'len'],
    about: 'how many characters, elements or members there are',
    argument: COMPARISON,
    example: ['{length: ">=1"}', 'a', ''],
    compile: length,
  },
};

function integer({ node, context }: Use): Check {
  const comparison = parsedOperand(node, context, parseComparison, COMPARISON);
  return (target, scope) => {
    const { text, holds } = comparison(scope);
    const number = numberIn(target);
    const isRight = number !== null && Number.isInteger(number) && holds(number);
    return heldIf(isRight, target, () => (text === 'any' ? 'an integer' : `an integer, ${text}`));
  };
}

function length({ node, context }: Use): Check {
  const comparison = parsedOperand(node, context, parseComparison, COMPARISON);
  return (target, scope) => {
    const { text, holds } = comparison(scope);
    const size = sizeOf(target.value);
    return heldIf(
      size !== null && holds(size),
      target,
      () => `of length ${text}${size === null ? '' : `, not ${size}`}`,
    );
  };
}

function limit(use: Use, words: string, isWithin: (off: number, slack: number) => boolean): Check {
  const most = parsedOperand(use.node, use.context, parseMeasure, MEASURE);
  const slack = optionalOperand(use.beside('slack'), use.context, parseDuration, DURATION, 0);
  return (target, scope) => {
    const [measure, over] = [most(scope), slack(scope)];
    const measured = measureOf(target, measure);
    const isRight = measured !== null && isWithin(measured - measure.at, over);
    const expected = () => `${words} ${measure.text}${over === 0 ? '' : ` (give or take ${over} ms)`}`;
    return heldIf(isRight, target, expected, measure.text);
  };
}

function between({ node, context }: Use): Check {
  const ends = parsedOperand(node, context, parseEnds, 'a list of two numbers, durations or instants');
  return (target, scope) => {
    const [least, most] = ends(scope);
    const [low, high] = [measureOf(target, least), measureOf(target, most)];
    const isRight = low !== null && high !== null && low >= least.at && high <= most.at;
    const wanted = least.at === most.at ? least.text : undefined;
    return heldIf(isRight, target, () => `from ${least.text} to ${most.text}`, wanted);
  };
}

function parseEnds(value: unknown): [Measure, Measure] | null {
  const [least = null, most = null] = Array.isArray(value) && value.length === 2 ? value.map(parseMeasure) : [];
  return least !== null && most !== null && least.kind === most.kind ? [least, most] : null;
}

function moved({ node, place, beside, context }: Use, sign: 1 | -1): Check {
  const start = beside('since');
  if (start === undefined) return refuse(context, place, 'this needs `since` with the earlier number');
  const by = parsedOperand(node, context, (value) => (typeof value === 'number' ? value : null), 'a number');
  const since = referenceOperand(start, context);
  return (target, scope) => {
    const [from, difference] = [since(scope), by(scope)];
    if (typeof from !== 'number') return violated(target, `a number to start from, and not ${valueText(from)}`);
    const expected = from + sign * difference;
    const words = `${expected}: ${from} ${sign < 0 ? 'less' : 'plus'} ${difference}`;
    return heldIf(numberIn(target) === expected, target, () => words);
  };
}
