/** `>=0`, `1..100`, `any` or a number: a condition on an integer or a length. */
export type Comparison = { text: string; holds(value: number): boolean };

export const COMPARISON = 'a number, a comparison such as ">=0", a range such as "1..100", or "any"';

/** Null where it is none of them. */
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
