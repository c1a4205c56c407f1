const DAY = 24 * 60 * 60_000;
const UNITS = [DAY, 60 * 60_000, 60_000, 1000, 1];
const AMOUNT = '(\\d+(?:\\.\\d+)?)';

/** `1h30m`: longer units first, each at most once. The expression parser uses it as well. */
export const DURATION = `(?=\\d)(?:${AMOUNT}d)?(?:${AMOUNT}h)?(?:${AMOUNT}m(?!s))?(?:${AMOUNT}s)?(?:${AMOUNT}ms)?`;

const WHOLE_DURATION = new RegExp(`^${DURATION}$`);

/** Milliseconds of `1h30m`; a number is already in milliseconds. Null if it is neither. */
export function parseDuration(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const [, ...amounts] = WHOLE_DURATION.exec(value) ?? [];
  if (amounts.length === 0) return null;
  const sum = amounts.reduce((total, amount, index) => total + Number(amount ?? 0) * (UNITS[index] ?? 0), 0);
  // Rounded to microseconds, because amounts such as 0.1s are inexact.
  return Math.round(sum * 1000) / 1000;
}

const DATE = '(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))';
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const WHOLE_DATE = new RegExp(`^${DATE}$`);
const INSTANT = new RegExp(`^${DATE}T${TIME}:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-]${TIME})$`);

/** Milliseconds since 1970 of an ISO 8601 text with an offset; null for anything else, such as 31 February. */
export function parseInstant(value: unknown): number | null {
  // A quick check first, since most values are not instants.
  if (typeof value !== 'string' || value.length < 20 || value[10] !== 'T') return null;
  const [, day] = INSTANT.exec(value) ?? [];
  return day !== undefined && isRealDay(day) ? Date.parse(value) : null;
}

/** Milliseconds since 1970 at which a day such as `2026-01-31` begins in UTC. */
export function parseDay(text: string): number | null {
  return WHOLE_DATE.test(text) && isRealDay(text) ? Date.parse(text) : null;
}

/** The ISO 8601 text of an instant, in UTC and with milliseconds; null for years that ISO 8601 cannot represent. */
export function formatInstant(at: number): string | null {
  return at >= EARLIEST && at <= LATEST ? new Date(at).toISOString() : null;
}

const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

function isRealDay(day: string): boolean {
  // JavaScript turns a day that a month does not have into a day of the next month. Every month has the first 28.
  return day.slice(8) <= '28' || new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
}

/** The fraction that a text such as `20%` stands for: 0.2. */
export function parsePercent(value: unknown): number | null {
  const [, amount] = typeof value === 'string' ? (/^(\d+(?:\.\d+)?)%$/.exec(value) ?? []) : [];
  return amount === undefined ? null : Number(amount) / 100;
}

const SIZES: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1000,
  KB: 1000,
  MB: 1000 ** 2,
  GB: 1000 ** 3,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

/** Bytes of `15MiB`; a number is already in bytes. Null if it is neither, or not a whole number of bytes. */
export function parseSize(value: unknown): number | null {
  const [, amount, unit = ''] = typeof value === 'string' ? (/^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/.exec(value) ?? []) : [];
  const bytes = typeof value === 'number' ? value : Number(amount) * (SIZES[unit] ?? Number.NaN);
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null;
}
