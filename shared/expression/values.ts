import { isMap } from '../is-map.ts';
import { isEqual } from './equal.ts';
import { formatInstant, parseInstant } from './quantities.ts';

/** A member of a map, or an element of a list. A negative index counts from the end. */
export function memberOf(of: unknown, name: unknown): unknown {
  if (typeof of !== 'object' || of === null) return undefined;
  if (Array.isArray(of)) return isIndex(name) ? of.at(Number(name)) : undefined;
  const key = typeof name === 'number' ? String(name) : name;
  return typeof key === 'string' && Object.hasOwn(of, key) ? (of as Record<string, unknown>)[key] : undefined;
}

function isIndex(name: unknown): boolean {
  return Number.isInteger(typeof name === 'string' && /^\d+$/.test(name) ? Number(name) : name);
}

/** A value as it appears within a longer text. */
export function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function isIn(value: unknown, of: unknown): boolean {
  if (Array.isArray(of)) return of.some((item) => isEqual(item, value));
  return isMap(of) && typeof value === 'string' && Object.hasOwn(of, value);
}

/** Negative, 0 or positive; null if the two cannot be compared. Instants are compared as times. */
export function compare(one: unknown, other: unknown): number | null {
  const [start, end] = [parseInstant(one), parseInstant(other)];
  if (start !== null && end !== null) return start === end ? finer(String(one), String(other)) : start - end;
  // An instant cannot be compared with a number, or with any other text.
  if (start !== null || end !== null) return null;
  if (typeof one === 'string' && typeof other === 'string') return Number(one > other) - Number(one < other);
  const [from, to] = [numberIn(one), numberIn(other)];
  if (from === null || to === null) return null;
  return from === to ? 0 : from - to;
}

/** Compares within a millisecond, because a server may send more digits than milliseconds can represent. */
function finer(one: string, other: string): number {
  if (one === other) return 0;
  const [left, right] = [one, other].map((text) => (/\.(\d+)/.exec(text)?.[1] ?? '').slice(3).padEnd(9, '0'));
  return Number(left) - Number(right);
}

/** A header that consists of digits counts as a number. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
}

/** Joins texts, adds numbers, or moves an instant by a duration. */
export function add(one: unknown, other: unknown): unknown {
  const [from, to] = [parseInstant(one), parseInstant(other)];
  if (from !== null && typeof other === 'number') return instantAt(from + other);
  if (to !== null && typeof one === 'number') return instantAt(to + one);
  if (typeof one === 'string' && typeof other === 'string') return one + other;
  return calculate(one, other, (left, right) => left + right);
}

/** The difference of two instants is a duration. */
export function subtract(one: unknown, other: unknown): unknown {
  const [from, to] = [parseInstant(one), parseInstant(other)];
  if (from !== null && to !== null) return from - to;
  if (from !== null && typeof other === 'number') return instantAt(from - other);
  return calculate(one, other, (left, right) => left - right);
}

export function calculate(one: unknown, other: unknown, apply: (left: number, right: number) => number): unknown {
  const [left, right] = [numberIn(one), numberIn(other)];
  return left === null || right === null ? undefined : finite(apply(left, right));
}

/** Undefined for NaN and infinities, which JSON does not have. */
export function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function instantAt(at: number): string | undefined {
  return formatInstant(at) ?? undefined;
}
