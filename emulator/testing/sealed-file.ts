import { sumOf } from '../storage/lines.ts';

/** A file of a world, or what was made of one, with the checksum of what stands in it now. */
export function sealedFile(lines: readonly unknown[]): Uint8Array {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return Buffer.from(`${text}${JSON.stringify({ sum: sumOf(Buffer.from(text)) })}\n`);
}

/** Its lines, without the checksum. */
export function linesOfFile(file: Uint8Array): unknown[] {
  const lines = Buffer.from(file).toString().trimEnd().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
