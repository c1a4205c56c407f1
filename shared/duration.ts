const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const UNITS: Record<string, number> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY };
const SHORT = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;
const SHORT_PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;
const ISO_8601 = /^P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of `8m`, `1h30m`, `500ms` or `PT8M`; null if the text is none of these. */
export function parseDuration(text: string): number | null {
  if (SHORT.test(text)) {
    let total = 0;
    for (const [, amount, unit = ''] of text.matchAll(SHORT_PART)) total += Number(amount) * (UNITS[unit] ?? 0);
    return Math.round(total);
  }
  const parts = ISO_8601.exec(text);
  if (parts === null || text === 'P') return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return Math.round(days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND);
}

/** The shortest text that `parseDuration` reads back: `90_000` is `1m30s`. */
export function formatDuration(milliseconds: number): string {
  let rest = milliseconds;
  let text = '';
  for (const unit of ['d', 'h', 'm', 's', 'ms']) {
    const size = UNITS[unit] ?? 1;
    const whole = Math.floor(rest / size);
    if (whole > 0) text += `${whole}${unit}`;
    rest -= whole * size;
  }
  return text || '0s';
}
