import { validateHeaderValue } from 'node:http';

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** Converts Node's flat list of names and values to pairs, in their order and spelling. */
export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
}

/** Returns the headers by lowercase name. The values of a repeated header are joined with commas. */
export function headersByName(headers: HeaderPairs): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = values.get(key);
    values.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(values);
}

/** Merges headers, ignoring the case of their names. Those of the second override those of the first. */
export function withHeaders<T>(
  first: Readonly<Record<string, T>>,
  second: Readonly<Record<string, T>>,
): Record<string, T> {
  const names = new Set(Object.keys(second).map((name) => name.toLowerCase()));
  const left = Object.entries(first).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(left), ...second };
}

/** Node encodes headers as Latin-1. Encodes text beyond ASCII as its UTF-8 bytes, as other clients do. */
export function asHeaderBytes(value: string): string {
  return Buffer.from(value).toString('latin1');
}

/** A line break would begin another header, and control characters are not allowed. */
export function isSendable(value: string): boolean {
  try {
    validateHeaderValue('X', asHeaderBytes(value));
    return true;
  } catch {
    return false;
  }
}

/** Returns the first header of that name; null if there is none. */
export function headerOf(headers: HeaderPairs, name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}
