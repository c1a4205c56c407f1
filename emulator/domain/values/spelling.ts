import type { Readings } from '../../../shared/questions/generated/readings.ts';

type Spelling = Pick<Readings, 'time_digits' | 'time_offset' | 'json_spacing'>;

/** A JSON text as a server with these readings spells it. What is no JSON stays as it is. */
export function spelledJson(text: string, readings: Spelling): string {
  if (isUsual(readings)) return text;
  const value = parsed(text);
  if (value === undefined) return text;
  const indent = readings.json_spacing === 'indented' ? 2 : undefined;
  return JSON.stringify(spelled(value, readings), null, indent);
}

function isUsual(readings: Spelling): boolean {
  return readings.time_digits === 'milliseconds' && readings.time_offset === 'z' && readings.json_spacing === 'compact';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function spelled(value: unknown, readings: Spelling): unknown {
  if (typeof value === 'string') return TIME.test(value) ? spelledTime(value, readings) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => spelled(each, readings));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spelled(each, readings)]));
}

/** As the emulator makes one; without a fraction where a reading has taken it away. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

function spelledTime(time: string, { time_digits, time_offset }: Spelling): string {
  const [second = '', digits = ''] = time.slice(0, -1).split('.');
  const fraction = time.includes('.') ? FRACTIONS[time_digits](digits) : '';
  return `${second}${fraction}${time_offset === 'z' ? 'Z' : '+00:00'}`;
}

const FRACTIONS: Record<Spelling['time_digits'], (digits: string) => string> = {
  milliseconds: (digits) => `.${digits}`,
  none: () => '',
  microseconds: (digits) => `.${digits}000`,
  as_needed: (digits) => `.${digits}`.replace(/\.?0+$/, ''),
};
