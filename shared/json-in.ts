import { excessText, type JsonBounds } from './json-excess.ts';

/** Deeper values would overflow the stack of code that goes through them. A report of this size has 500 MB. */
export const MOST_JSON: JsonBounds = { depth: 500, values: 10_000_000 };

/** The value of a JSON text; undefined, which no JSON text has, for any other text and for one beyond the limits. */
export function jsonIn(text: string): unknown {
  if (excessText(text, MOST_JSON) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
