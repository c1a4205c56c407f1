import { isMap } from '../../../../shared/is-map.ts';
import type { Target } from '../finding.ts';
import { numberIn } from './same-as.ts';

type Word = { about: string; holds(target: Target): boolean };

/** What `is` may ask for. */
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

/** How many characters, elements or members there are; null for what has none of them. */
export function sizeOf(value: unknown): number | null {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isMap(value) ? Object.keys(value).length : null;
}

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|\+00:?00)$/;

/** ISO 8601 with the offset zero, on a day that exists. */
function isUtcInstant(value: unknown): boolean {
  const [, year, month, day] = (typeof value === 'string' && INSTANT.exec(value)) || [];
  if (year === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that the month does not have becomes one of the next month.
  return date.getUTCMonth() + 1 === Number(month);
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
