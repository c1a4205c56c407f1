import { crc32 } from 'node:zlib';

const NEWLINE = 10;
const SUM_LENGTH = 8;

/**
 * One record of a log: the length of its JSON in bytes, its checksum, the checksum of the previous record, and the
 * JSON. This detects records that were changed, cut off, omitted or moved.
 */
export type LogRecord = { json: string; sum: string; before: string };

/** Used as the checksum before the first record. */
export const NO_RECORD = '0'.repeat(SUM_LENGTH);

/** The line of a record and its checksum, which the next record contains. */
export function recordLine(json: string, before: string): { line: string; sum: string } {
  const sum = hex(crc32(`${before} ${json}`));
  return { line: `${Buffer.byteLength(json)} ${sum} ${before} ${json}\n`, sum };
}

/** The records of a file, in order; null for each damaged line. */
export function* recordsIn(bytes: Uint8Array): Generator<LogRecord | null> {
  for (const { text, isEnded } of linesIn(bytes)) {
    const [, before = '', json = ''] = RECORD.exec(text) ?? [];
    const { line, sum } = recordLine(json, before);
    yield isEnded && line === `${text}\n` ? { json, sum, before } : null;
  }
}

const RECORD = /^\d+ [0-9a-f]{8} ([0-9a-f]{8}) (.*)$/s;

/** The lines of a log of format 1, which consist of a checksum and JSON; null for damaged ones. */
export function* linesOfFormat1(bytes: Uint8Array): Generator<string | null> {
  for (const { text, isEnded } of linesIn(bytes)) {
    const json = text.slice(SUM_LENGTH + 1);
    yield isEnded && text === `${hex(crc32(json))} ${json}` ? json : null;
  }
}

/** The last line may be incomplete. */
export function* linesIn(bytes: Uint8Array): Generator<{ text: string; isEnded: boolean }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(NEWLINE, start);
    yield { text: buffer.toString('utf8', start, end === -1 ? buffer.length : end), isEnded: end !== -1 };
    start = end === -1 ? buffer.length : end + 1;
  }
}

/** The checksum of bytes, which may continue that of the bytes before. */
export function sumOf(bytes: Uint8Array, before = 0): number {
  return crc32(bytes, before);
}

function hex(sum: number): string {
  return sum.toString(16).padStart(SUM_LENGTH, '0');
}
