import type { FunctionTable } from './function-table.ts';
import { formatInstant, parseDay, parseInstant } from './quantities.ts';
import { compare, numberIn } from './values.ts';

type List = readonly unknown[];

/** What is done with numbers and instants. */
export const NUMBER_FUNCTIONS: FunctionTable = {
  abs: ['number', Math.abs],
  round: ['number', Math.round],
  floor: ['number', Math.floor],
  ceil: ['number', Math.ceil],
  sum: ['list', (list: List) => numbersIn(list)?.reduce((sum, one) => sum + one, 0)],
  median: ['list', (list: List) => median(numbersIn(list) ?? [])],
  min: ['any...', (...values: unknown[]) => extreme(values.flat(), (order) => order < 0)],
  max: ['any...', (...values: unknown[]) => extreme(values.flat(), (order) => order > 0)],
  number: ['any', (value: unknown) => numberIn(value) ?? undefined],
  seconds: ['number', (milliseconds: number) => milliseconds / 1000],
  instant: ['text|number', (of: string | number) => instantOf(of)],
  day: ['text|number', (of: string | number) => instantOf(of)?.slice(0, 10)],
};

function numbersIn(list: List): readonly number[] | undefined {
  return list.every((item) => typeof item === 'number') ? list : undefined;
}

/** Of two in the middle what is halfway between them. */
function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

/** The least or the greatest, if all of them can be compared. */
function extreme(values: List, isBetter: (order: number) => boolean): unknown {
  const [first] = values;
  if (!values.every((value) => compare(first, value) !== null)) return undefined;
  return values.reduce((best, value) => (isBetter(compare(value, best) ?? 0) ? value : best), first);
}

/** The instant of a text, or of milliseconds since 1970; a day stands for its beginning in UTC. */
function instantOf(of: string | number): string | undefined {
  const at = typeof of === 'number' ? of : (parseInstant(of) ?? parseDay(of));
  return at === null ? undefined : (formatInstant(at) ?? undefined);
}
