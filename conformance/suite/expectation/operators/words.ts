import { isMap } from '../../../../shared/is-map.ts';
import type { Target } from '../finding.ts';
import { numberIn } from './same-as.ts';

type Word = { about: string; holds(target: Target): boolean };

/** The words that `is` accepts. */
export const WORDS: Readonly<Record<string, Word>> = {
  datetime: { about: 'an ISO 8601 instant in UTC', holds: ({ value }) => isUtcInstant(value) },
  'datetime-or-null': {
    about: 'an ISO 8601 instant in UTC, or null',
    holds: ({ value }) => value === null || isUtcInstant(value),
  },
  integer: { about: 'an integer', holds: (target) => Number.isInteger(numberIn(target)) },
  finite: { about: 'a finite number', holds: ({ value }) => typeof value === 'number' && Number.isFinite(value) },
  text: { about: 'a text', holds: ({ value }) => typeof value === 'string' },
  'non-empty': { about: 'a text, list or map that is not empty', holds: ({ value }) => (sizeOf(value) ?? 0) > 0 },
  boolean: { about: 'true or false', holds: ({ value }) => typeof value === 'boolean' },
  list: { about: 'a list', holds: ({ value }) => Array.isArray(value) },
  map: { about: 'a map', holds: ({ value }) => isMap(value) },
  null: { about: 'null', holds: ({ value }) => value === null },
  id: {
    about: 'an id with the prefix of its kind, such as job_1',
    holds: ({ value }) => isText(value, /^[a-z]+_[^\p{Cc}]+$/u),
  },
  etag: {
    about: 'an entity tag, strong or weak',
    holds: ({ value }) => isText(value, /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/),
  },
  url: {
    about: 'an absolute http or https URL',
    holds: ({ value }) => isText(value, /^https?:\/\//i) && URL.canParse(value),
  },
};

/** Returns the number of characters, elements or members; null for values without any of these. */
export function sizeOf(value: unknown): number | null {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isMap(value) ? Object.keys(value).length : null;
}

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|\+00:?00)$/;

/** ISO 8601 with a zero offset, on a day that exists. */
function isUtcInstant(value: unknown): boolean {
  const [, year, month, day] = (typeof value === 'string' && INSTANT.exec(value)) || [];
  if (year === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // Date turns a day that the month lacks into a day of the next month.
  return date.getUTCMonth() + 1 === Number(month);
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
