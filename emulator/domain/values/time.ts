import { parseDay, parseInstant as parseIso } from '../../../shared/expression/quantities.ts';

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

const BEYOND_MILLISECONDS = /\.\d{3}\d*[1-9]/;

/**
 * Parses an RFC 3339 instant; null if invalid. Fractions of a millisecond are rounded up, so that `at or after` and
 * `before` hold for whole milliseconds.
 */
export function parseInstant(text: string): Instant | null {
  const instant = parseIso(text.toUpperCase());
  return instant !== null && BEYOND_MILLISECONDS.test(text) ? instant + 1 : instant;
}

export const parseUtcDate: (text: string) => Instant | null = parseDay;
