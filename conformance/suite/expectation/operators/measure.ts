import { parseDuration, parseInstant } from '../../../../shared/expression/quantities.ts';
import type { Target } from '../finding.ts';
import { numberIn } from './same-as.ts';

/** A value to compare with: a number (possibly of milliseconds), or an instant. */
export type Measure = { kind: 'number' | 'instant'; at: number; text: string };

export const MEASURE = 'a number, a duration such as 15s, or an instant';
export const DURATION = 'a duration such as 15s, or a number of milliseconds';

export function parseMeasure(value: unknown): Measure | null {
  if (typeof value === 'number') return { kind: 'number', at: value, text: String(value) };
  if (typeof value !== 'string') return null;
  const duration = parseDuration(value);
  if (duration !== null) return { kind: 'number', at: duration, text: value };
  const instant = parseInstant(value);
  return instant === null ? null : { kind: 'instant', at: instant, text: value };
}

/** Measures a target in the kind of the other value; null if it is of another kind. */
export function measureOf(target: Target, { kind }: Measure): number | null {
  if (kind === 'number') return numberIn(target);
  return typeof target.value === 'string' ? parseInstant(target.value) : null;
}

/** `>=0`, `1..100`, `any` or a number: a condition on an integer or a length. */
type Comparison = { text: string; holds(value: number): boolean };

export const COMPARISON = 'a number, a comparison such as ">=0", a range such as "1..100", or "any"';

/** Returns null if the source is none of them. */
export function parseComparison(source: unknown): Comparison | null {
  if (typeof source === 'number') return { text: String(source), holds: (value) => value === source };
  if (typeof source !== 'string') return null;
  const text = source.trim();
  if (text === 'any') return { text: 'any', holds: () => true };
  return parseRange(text) ?? parseSign(text);
}

function parseRange(text: string): Comparison | null {
  const [, least, most] = /^(-?\d+)\.\.(-?\d+)$/.exec(text) ?? [];
  if (least === undefined || Number(least) > Number(most)) return null;
  return { text: `${least} to ${most}`, holds: (value) => value >= Number(least) && value <= Number(most) };
}

function parseSign(text: string): Comparison | null {
  const [, sign = '==', digits] = /^(<=|>=|<|>|==)?\s*(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const holds = digits === undefined ? undefined : SIGNS[sign]?.(Number(digits));
  return holds === undefined ? null : { text, holds };
}

const SIGNS: Readonly<Record<string, (limit: number) => (value: number) => boolean>> = {
  '<=': (limit) => (value) => value <= limit,
  '>=': (limit) => (value) => value >= limit,
  '<': (limit) => (value) => value < limit,
  '>': (limit) => (value) => value > limit,
  '==': (limit) => (value) => value === limit,
};
