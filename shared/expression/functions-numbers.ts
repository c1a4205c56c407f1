import type { FunctionTable } from './function-table.ts';
import { formatInstant, parseDay, parseInstant } from './quantities.ts';
import { compare, numberIn } from './values.ts';

type List = readonly unknown[];

export const NUMBER_FUNCTIONS: FunctionTable = {
  abs: ['number', 'without its sign', 'abs(-1)', Math.abs],
  round: ['number', 'the nearest integer', 'round(1.5)', Math.round],
  floor: ['number', 'the integer below', 'floor(1.5)', Math.floor],
  ceil: ['number', 'the integer above', 'ceil(1.2)', Math.ceil],
  sum: [
    'list',
    'all of them together',
    'sum([1, 2, 3])',
    (list: List) => numbersIn(list)?.reduce((sum, one) => sum + one, 0),
  ],
  numbers: ['any', 'every number within, at whatever depth', 'numbers({a: [1, {b: 2}]})', numbersWithin],
  min: [
    'any...',
    'the least of them, or of the lists among them',
    'min(3, 1, 2)',
    (...values: unknown[]) => extreme(values.flat(), (order) => order < 0),
  ],
  max: [
    'any...',
    'the greatest of them, or of the lists among them',
    'max([3, 1], 4)',
    (...values: unknown[]) => extreme(values.flat(), (order) => order > 0),
  ],
  number: [
    'any',
    'the number that a text or a number is',
    "number('12')",
    (value: unknown) => numberIn(value) ?? undefined,
  ],
  instant: [
    'text|number',
    'the instant of a text, of a day, or of milliseconds since 1970',
    "instant('2026-01-31')",
    (of: string | number) => instantOf(of),
  ],
  day: [
    'text|number',
    'the UTC day of an instant',
    "day('2026-01-31T23:30:00-01:00')",
    (of: string | number) => instantOf(of)?.slice(0, 10),
  ],
};

/** Not recursive, because an answer may be nested to any depth. */
function numbersWithin(of: unknown): number[] {
  const found: number[] = [];
  const left = [of];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'number') found.push(next);
    if (typeof next !== 'object' || next === null) continue;
    for (const value of Object.values(next).toReversed()) left.push(value);
  }
  return found;
}

function numbersIn(list: List): readonly number[] | undefined {
  return list.every((item) => typeof item === 'number') ? list : undefined;
}

function extreme(values: List, isBetter: (order: number) => boolean): unknown {
  const [first] = values;
  if (!values.every((value) => compare(first, value) !== null)) return undefined;
  return values.reduce((best, value) => (isBetter(compare(value, best) ?? 0) ? value : best), first);
}

/** The instant of a text, or of milliseconds since 1970; a day means its beginning in UTC. */
function instantOf(of: string | number): string | undefined {
  const at = typeof of === 'number' ? of : (parseInstant(of) ?? parseDay(of));
  return at === null ? undefined : (formatInstant(at) ?? undefined);
}
