import type { Answer } from './http.ts';

/** Reduces answers to plain facts. Values that naturally vary are reduced to their form. */

/**
 * The value at a path such as `error.code` or `data.0.id`. Use a list of names if a name contains a dot. Undefined if
 * there is no value.
 */
export function at(value: unknown, path: string | readonly string[]): unknown {
  const steps = typeof path === 'string' ? path.split('.') : path;
  return steps.reduce<unknown>(
    (found, name) => (isObject(found) ? (found as Record<string, unknown>)[name] : undefined),
    value,
  );
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The value of a header, or `absent`. */
export function header({ headers }: Answer, name: string): string {
  return headers[name] ?? 'absent';
}

export function tag(answer: Answer): string {
  const { etag } = answer.headers;
  if (etag === undefined) return 'none';
  return etag.startsWith('W/') ? 'weak' : 'strong';
}

/** The form of the URL in Location, regardless of the ids in it. */
export function place({ headers: { location } }: Answer): string {
  if (location === undefined) return 'absent';
  const form = location.startsWith('/') ? 'path' : /^https?:\/\/127\.0\.0\.1/.test(location) ? 'absolute' : 'elsewhere';
  return form + (location.includes('?') ? ' with query' : '');
}

/** The status and the code of a refusal, or `taken`. */
export function refusal({ status, json }: Answer): string {
  if (status < 300) return 'taken';
  const code = at(json, 'error.code');
  return typeof code === 'string' ? `${status} ${code}` : String(status);
}

/** The names of the members of an object, sorted, except the known ones. */
export function members(value: unknown, known: readonly string[] = []): string {
  if (!isObject(value) || Array.isArray(value)) return Array.isArray(value) ? 'a list' : `not an object: ${value}`;
  const names = Object.keys(value).filter((name) => !known.includes(name));
  return names.toSorted().join(' ');
}

/** The prefix of an id, its kinds of characters and its length: `asset_ a0 16`. A short id may vary in length. */
export function idForm(value: unknown): string {
  const [, prefix = '', rest = ''] = /^([a-z]{1,5}[_-])?(.*)$/.exec(String(value)) ?? [];
  if (rest.length < 12) return `${prefix} ${/^\d+$/.test(rest) ? 'number' : 'fewer than 12'}`;
  const sorts = [/[a-z]/, /[A-Z]/, /\d/, /-/, /[^\w-]/].map((sort, index) => (sort.test(rest) ? 'aA0-?'[index] : ''));
  return `${prefix} ${sorts.join('')} ${rest.length}`;
}

/** The format of a time: `2026-01-01T00:00:00.000Z` has `3 digits Z`. */
export function timeForm(value: unknown): string {
  const [, digits = '', zone] = /^\d{4}-.*T.*:\d\d(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(String(value)) ?? [];
  return zone === undefined ? `another form: ${value}` : `${digits.length} digits ${zone}`;
}

/** Milliseconds between two times; null if one is missing. */
export function between(from: unknown, to: unknown): number | null {
  const length = Date.parse(String(to)) - Date.parse(String(from));
  return Number.isNaN(length) ? null : length;
}

/** The JSON with each value reduced to its type, and each list to its first item. */
export function shape(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shape(value[0])}]`;
  if (value === null) return 'null';
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, item]) => `${nameForm(name)}: ${shape(item)}`)
      .toSorted()
      .join(', ')}}`;
  return typeof value === 'string' && nameForm(value) !== value ? nameForm(value) : typeof value;
}

function nameForm(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? 'DATE' : text;
}

export function spacing({ text }: Answer): string {
  return /\n/.test(text.trim()) ? 'indented' : 'compact';
}

export function length({ headers }: Answer): string {
  return headers['content-length'] === undefined ? 'in chunks' : 'told';
}

/** The names of the headers that say something about the service. */
export function names(answer: Answer): string {
  return answer.names.join(' ');
}

/** The members of an error that the specification does not require. */
export function errorMembers({ json }: Answer): string {
  return members(at(json, 'error'), ['code', 'message', 'request_id']);
}

export function details({ json }: Answer): string {
  return shape(at(json, 'error.details') ?? null);
}

/** The message of an error, without the ids in it. */
export function message({ json }: Answer): string {
  return String(at(json, 'error.message')).replace(/\w+_[\w-]{8,}/g, 'ID');
}

/** Whether a refusal contains a word in its message or details. */
export function says(word: string, { json }: Answer): boolean {
  return JSON.stringify(at(json, 'error') ?? null).includes(word);
}
