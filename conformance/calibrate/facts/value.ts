/** The value of one feature: a word, a number, or the form of a text. */
export type Value = string | number | boolean | null;

/** The value of a feature that an answer does not have. */
export const ABSENT = '(absent)';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const WORD = /^(?=.*[a-zA-Z])[\w./{}+-]{1,48}$/;

/** The form of a text: ids and runs of digits are masked, and all prose has the same form. */
export function formOf(text: string): string {
  if (TIME.test(text)) return 'time';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'date';
  const masked = withoutIds(text);
  if (masked !== text) return masked.length <= LONGEST ? masked : 'text with an id';
  if (/^#[0-9a-fA-F]+$/.test(text)) return text;
  return WORD.test(text) ? wordOf(text) : 'text';
}

/** Masks what is new in each answer, and query values, since URLs may be signed. */
export function withoutIds(text: string): string {
  return text
    .replace(/([?&][\w.~-]+=)[^&#\s"]+/g, '$1…')
    .replace(UUID, '…')
    .replace(/\b(job|asset|evt|req|we|del|whk|result)_[^"/?#\\,\s&]{3,}/g, '$1_…')
    .replace(/[0-9a-zA-Z+/_-]{25,}={0,2}/g, '…');
}

/** Masks a word that looks random: a long run of letters and digits. */
function wordOf(word: string): string {
  return /^(?=.*\d)[0-9a-zA-Z_-]{12,}$/.test(word) ? '…' : word;
}

const LONGEST = 120;

/** How a time is written: the number of its fractional digits, and its offset. */
export function timeForm(text: string): { digits: number; offset: string } | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  return { digits: Math.max(0, (match[1]?.length ?? 0) - 1), offset: match[2] ?? '' };
}

/** The form of an id: the number and the kind of characters after its prefix. */
export function idForm(text: string): { length: number; kind: string } | null {
  const match = /^(job|asset)_(.+)$/.exec(text);
  const own = match?.[2];
  if (own === undefined) return null;
  return { length: own.length, kind: KINDS.find(([pattern]) => pattern.test(own))?.[1] ?? 'other characters' };
}

const KINDS: readonly [RegExp, string][] = [
  [new RegExp(`^(?:${UUID.source})$`, 'i'), 'uuid'],
  [/^\d+$/, 'digits'],
  [/^[a-z0-9]+$/, 'small letters and digits'],
  [/^[A-Z0-9]+$/, 'capitals and digits'],
  [/^[A-Za-z0-9]+$/, 'letters and digits'],
];

/** The language of an error message, recognized by frequent words. */
export function languageOf(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = LANGUAGES.map(([name, known]) => ({ name, count: words.filter((word) => known.has(word)).length }));
  const [first] = counts.toSorted((one, other) => other.count - one.count);
  return first === undefined || first.count === 0 ? 'english' : first.name;
}

const LANGUAGES: readonly [string, ReadonlySet<string>][] = [
  ['english', new Set(['the', 'is', 'not', 'of', 'no', 'must', 'this', 'a', 'be', 'was'])],
  ['german', new Set(['der', 'die', 'das', 'ist', 'nicht', 'ein', 'eine', 'wurde', 'kein', 'keine', 'und'])],
  ['french', new Set(['le', 'la', 'les', 'est', 'pas', 'ne', 'une', 'un', 'des', 'cette', 'du'])],
];

/** The smallest and the largest number; 0 if there are none. */
export function endsOf(numbers: readonly number[]): [least: number, most: number] {
  const inOrder = numbers.toSorted((one, other) => one - other);
  return [inOrder[0] ?? 0, inOrder.at(-1) ?? 0];
}

/** The largest number of decimals. Numbers that are not rounded vary. */
export function decimalsOf(numbers: readonly number[]): Value {
  const [, most] = endsOf(numbers.map((one) => String(one).split(/[.e]/)[1]?.length ?? 0));
  return most > MOST_DECIMALS ? `more than ${MOST_DECIMALS}` : most;
}

const MOST_DECIMALS = 9;

/** The usual bounds that contain these numbers. */
export function boundsOf(numbers: readonly number[]): [least: number, most: number] {
  const [least, most] = endsOf(numbers);
  const bound = BOUNDS.find((one) => most <= one && least >= -one) ?? most;
  return [least < 0 ? -bound : 0, bound];
}

const BOUNDS = [1, 5, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
