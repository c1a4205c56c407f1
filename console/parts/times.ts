const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** `2 d 3 h`: at most two units. */
export function length(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < 1_000) return `${Math.round(size)} ms`;
  const parts: string[] = [];
  let left = size;
  for (const [name, unit] of UNITS) {
    const count = name === 's' ? Math.round((left / unit) * 10) / 10 : Math.floor(left / unit);
    if (count > 0 && parts.length < 2) parts.push(`${count} ${name}`);
    left %= unit;
  }
  return parts.join(' ');
}

/** `2026-01-01 00:00:08.000`, in UTC like all times of the service. */
export function instant(iso: string): string {
  return iso.replace('T', ' ').replace(/\.000Z$|Z$/, '');
}

export function hour(iso: string): string {
  return instant(iso).slice(11);
}

export function between(from: string, until: string): number {
  return Date.parse(until) - Date.parse(from);
}
