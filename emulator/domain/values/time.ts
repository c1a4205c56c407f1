/** A point in time as integer milliseconds since 1970, UTC. The emulator stores times only in this form. */
export type Instant = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const LONGEST_DURATION = 36_525 * DAY;

/** The latest time of a clock, so that anything due within the longest duration still has a year of four digits. */
export const LAST_INSTANT: Instant = Date.UTC(9899, 0, 1);

/** Why a clock cannot be set to an instant; null if it can. */
export function clockProblem(instant: Instant): string | null {
  if (instant <= LAST_INSTANT) return null;
  return `is after the latest possible time, ${toIso(LAST_INSTANT)}`;
}

let lastIso = { instant: 0, text: new Date(0).toISOString() };

/** Most calls have the instant of the call before, so its result is kept. */
export function toIso(instant: Instant): string {
  if (instant !== lastIso.instant) lastIso = { instant, text: new Date(instant).toISOString() };
  return lastIso.text;
}

/** The UTC day of an instant, such as `2026-01-31`. */
export function utcDay(instant: Instant): string {
  return toIso(instant).slice(0, 10);
}

export function nextUtcMidnight(instant: Instant): Instant {
  return (Math.floor(instant / DAY) + 1) * DAY;
}

/** Whole seconds until `later`, at least 1: a client that waits this long arrives at `later` or after it. */
export function secondsUntil(later: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((later - now) / SECOND));
}

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Parses an RFC 3339 instant; null if invalid. Stricter than `Date.parse`: no date without a time, no 31 February, and
 * an offset is required. Fractions of a millisecond are rounded up, so that `at or after` and `before` hold for whole
 * milliseconds.
 */
export function parseInstant(text: string): Instant | null {
  const parts = RFC_3339.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', offset = 'Z'] = parts;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const date = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(local) || toIso(date).slice(8, 10) !== day || Number(hour) > 23) return null;
  const shift = offsetMilliseconds(offset);
  return shift === null ? null : local + millisecondsOf(fraction.slice(1)) - shift;
}

function millisecondsOf(fraction: string): number {
  return Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
}

function offsetMilliseconds(offset: string): number | null {
  if (offset === 'Z' || offset === 'z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * HOUR + minutes * MINUTE);
}

const UTC_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a calendar day such as `2026-01-31` into the instant at which it begins in UTC; null if invalid. */
export function parseUtcDate(text: string): Instant | null {
  return UTC_DATE.test(text) ? parseInstant(`${text}T00:00:00Z`) : null;
}
