import { decoded } from '../../shared/expression/decoded.ts';

/** Every text in a JSON value, the names of members included. Escapes are gone once it is parsed. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)]);
}

/** Spec 2: the prefixes of ids. What follows them has no specified form, and may contain any character. */
const HAS_ID = /(?:asset|job)_/;
const IS_ID = /^(?:asset|job)_./s;

/** What may be the ids of jobs and assets: whole texts, and segments of paths. */
export function idsIn(texts: readonly string[]): string[] {
  return texts.filter((text) => HAS_ID.test(text)).flatMap((text) => [text, ...segmentsOf(text)].filter(isId));
}

/** The texts that have an id somewhere else, perhaps encoded. Where it ends in them is unknown. */
export function sentencesIn(texts: readonly string[]): string[] {
  return texts.filter((text) => HAS_ID.test(text) && !isId(text)).flatMap((text) => [text, decoded(text)]);
}

function isId(text: string): boolean {
  return IS_ID.test(text);
}

function segmentsOf(text: string): string[] {
  return text.includes('/') ? text.split(/[/?#&=]/).flatMap((segment) => [segment, decoded(segment)]) : [];
}

/** The texts of an answer; the whole of a body that is not JSON. */
export function textsOf({ body, text }: { body: unknown; text: string | null }): string[] {
  return body === undefined ? [text ?? ''] : textsIn(body);
}
