import { parseDuration, parseInstant, parsePercent } from '../../../../shared/expression/quantities.ts';
import type { Target } from '../finding.ts';
import { numberIn } from './same-as.ts';

/** A value to compare with: a number, which may stand for milliseconds, or an instant. */
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

/** How far off a value may be: a length, or a part of the value itself. */
export type Tolerance = { text: string; of(value: number): number };

export function parseTolerance(value: unknown): Tolerance | null {
  const text = String(value);
  const part = typeof value === 'string' ? parsePercent(value) : null;
  if (part !== null) return { text, of: (whole) => Math.abs(whole) * part };
  const length = parseDuration(value);
  return length === null ? null : { text, of: () => length };
}

/** What a target measures, in the kind that it is compared with; null where it is of another kind. */
export function measureOf(target: Target, { kind }: Measure): number | null {
  if (kind === 'number') return numberIn(target);
  return typeof target.value === 'string' ? parseInstant(target.value) : null;
}
