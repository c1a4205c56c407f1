import { sumOf } from '../../storage/lines.ts';

const BEGINNING = '{"file":"tryon-kit world"';

/** Whether a text is a file of a world, whose last line is a checksum of those before. */
export function isWorldFile(text: unknown): text is string {
  return typeof text === 'string' && text.startsWith(BEGINNING);
}

/** The lines of such a file, without the checksum. */
export function worldFileLines(text: string): string[] {
  return text.split('\n').slice(0, -2);
}

/** A file of these lines. */
export function worldFileText(lines: readonly string[]): string {
  const whole = lines.map((line) => `${line}\n`).join('');
  return `${whole}${JSON.stringify({ sum: sumOf(Buffer.from(whole)) })}\n`;
}

/** The files of worlds that a value holds, wherever they stand. */
export function worldFilesIn(value: unknown): string[] {
  if (isWorldFile(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(worldFilesIn) : [];
}

/** A value with other files of worlds in it. */
export function withWorldFiles(value: unknown, change: (text: string) => string): unknown {
  if (isWorldFile(value)) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withWorldFiles(one, change));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withWorldFiles(one, change)]));
}
