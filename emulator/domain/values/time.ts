/** A moment as whole milliseconds since 1970, UTC. The only form in which the emulator keeps time. */
export type Instant = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The longest length of time that may be given. */
export const LONGEST_DURATION = 36_525 * DAY;

/** A clock gets no further, so that whatever falls due within the longest duration still has a year of four digits. */
export const LAST_INSTANT: Instant = Date.UTC(9899, 0, 1);

/** Why a clock cannot stand at an instant; null if it can. */
export function clockProblem(instant: Instant): string | null {
  if (instant <= LAST_INSTANT) return null;
  return `is after the latest possible time, ${toIso(LAST_INSTANT)}`;
}

let lastIso = { instant: 0, text: new Date(0).toISOString() };

/** Most calls are about the instant of the call before: that one is remembered. */
export function toIso(instant: Instant): string {
  if (instant !== lastIso.instant) lastIso = { instant, text: new Date(instant).toISOString() };
  return lastIso.text;
}

/** The UTC day that an instant lies in, as `2026-01-31`. */
export function utcDay(instant: Instant): string {
  return toIso(instant).slice(0, 10);
}

export function nextUtcMidnight(instant: Instant): Instant {
  return (Math.floor(instant / DAY) + 1) * DAY;
}

/** Whole seconds until `later`, never 0: a client that honours the number arrives at `later` or after it. */
export function secondsUntil(later: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((later - now) / SECOND));
}

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * An RFC 3339 instant, or null. Stricter than `Date.parse`: no date alone, no 31 February, an offset always. What is
 * finer than a millisecond is rounded up: then `at or after` and `before` stay true of whole milliseconds.
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

/** A calendar day as `2026-01-31`, as the instant at which it begins in UTC, or null. */
export function parseUtcDate(text: string): Instant | null {
  return UTC_DATE.test(text) ? parseInstant(`${text}T00:00:00Z`) : null;
}
