import { validateHeaderValue } from 'node:http';

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** Node's flat list of names and values as pairs, in their order and spelling. */
export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
}

/** By their names in lower case; a repeated header is joined with commas. */
export function headersByName(headers: HeaderPairs): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = values.get(key);
    values.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(values);
}

/** The headers of both, however their names are written; of one name those of the second stand. */
export function withHeaders<T>(
  first: Readonly<Record<string, T>>,
  second: Readonly<Record<string, T>>,
): Record<string, T> {
  const names = new Set(Object.keys(second).map((name) => name.toLowerCase()));
  const left = Object.entries(first).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(left), ...second };
}

/** As Node writes a header, which is as Latin-1: text beyond ASCII goes out as its UTF-8 bytes, as other clients do it. */
export function asHeaderBytes(value: string): string {
  return Buffer.from(value).toString('latin1');
}

/** A line break would begin another header, and no control character can stand in one. */
export function isSendable(value: string): boolean {
  try {
    validateHeaderValue('X', asHeaderBytes(value));
    return true;
  } catch {
    return false;
  }
}

/** The first of that name; null if there is none. */
export function headerOf(headers: HeaderPairs, name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}
