import { type FieldProblem, invalidFields } from '../domain/errors.ts';
import { type Instant, parseInstant, parseUtcDate } from '../domain/values/time.ts';
import type { Query } from '../world/wire.ts';

/** Reads one value, and returns it or a problem; also describes the accepted values as JSON Schema. */
type Reader<Value> = {
  schema: Readonly<Record<string, unknown>>;
  read(text: string): { value: Value } | { problem: string };
};

/** The parameters of a route, by name. */
export type Parameters = Readonly<Record<string, Reader<unknown>>>;

export type QueryReader<Readers extends Parameters> = {
  [Name in keyof Readers]: (Readers[Name] extends Reader<infer Value> ? Value : never) | null;
};

/** The decisions about a query: which parameters are accepted, and which values count as omitted. */
type Decisions = { isTaken(name: string): boolean; isIgnored(name: string, value: string): boolean };

const AS_SPECIFIED: Decisions = { isTaken: () => true, isIgnored: () => false };

/**
 * Spec 4.1: unknown and repeated parameters, and values out of range, are refused with a 400 that names them. `given`
 * contains the parameters as written, for the cursors that are bound to them.
 */
export function parseQuery<Readers extends Parameters>(
  pairs: Query,
  readers: Readers,
  decisions = AS_SPECIFIED,
): { values: QueryReader<Readers>; given: Query } {
  const values = Object.fromEntries(Object.keys(readers).map((name) => [name, null])) as Record<string, unknown>;
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [name, value] of pairs) {
    const read = readValue(readers, name, value, decisions);
    if (seen.has(name)) problems.push({ path: name, problem: 'is given twice' });
    else if ('problem' in read) problems.push({ path: name, problem: read.problem });
    else values[name] = read.value;
    seen.add(name);
  }
  const because = { rule: 'LIST-400', section: '4.1', compared: { query: pairs } };
  if (problems.length > 0) throw invalidFields(problems, because);
  return { values: values as QueryReader<Readers>, given: pairs };
}

function readValue(readers: Parameters, name: string, value: string, { isTaken, isIgnored }: Decisions) {
  const reader = Object.hasOwn(readers, name) && isTaken(name) ? readers[name] : undefined;
  if (reader === undefined) return { problem: 'is not a parameter of this list' };
  return isIgnored(name, value) ? { value: null } : reader.read(value);
}

export const text: Reader<string> = { schema: { type: 'string' }, read: (value) => ({ value }) };

/** `fallback` is the value if the parameter is omitted. */
export function wholeNumber(lowest: number, highest: number, fallback: number): Reader<number> {
  return {
    schema: { type: 'integer', minimum: lowest, maximum: highest, default: fallback },
    read: (value) => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= lowest && number <= highest) return { value: number };
      return { problem: `must be an integer from ${lowest} to ${highest}` };
    },
  };
}

export function oneOf<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return {
    schema: { type: 'string', enum: words },
    read: (value) => {
      const word = words.find((candidate) => candidate === value);
      return word === undefined ? { problem: `must be one of ${words.join(', ')}` } : { value: word };
    },
  };
}

export const instant: Reader<Instant> = {
  schema: { type: 'string', format: 'date-time' },
  read: (value) => {
    const parsed = parseInstant(value);
    return parsed === null
      ? { problem: 'must be an RFC 3339 instant, such as 2026-01-31T12:00:00Z' }
      : { value: parsed };
  },
};

export const utcDate: Reader<Instant> = {
  schema: { type: 'string', format: 'date' },
  read: (value) => {
    const parsed = parseUtcDate(value);
    return parsed === null ? { problem: 'must be a UTC date, such as 2026-01-31' } : { value: parsed };
  },
};
