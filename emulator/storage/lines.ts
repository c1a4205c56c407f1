import { crc32 } from 'node:zlib';

const NEWLINE = 10;
const SUM_LENGTH = 8;

/** A line that tells whether it is whole: a checksum, and JSON. */
export function checkedLine(json: string): string {
  return `${hex(crc32(json))} ${json}\n`;
}

/** The lines of a file, in order: their JSON, or null for those that are not whole. */
export function* checkedLines(bytes: Uint8Array): Generator<unknown> {
  for (const line of linesIn(bytes)) {
    const json = line.text.slice(SUM_LENGTH + 1);
    yield line.isEnded && line.text === checkedLine(json).slice(0, -1) ? JSON.parse(json) : null;
  }
}

/** The last one may have no end. */
export function* linesIn(bytes: Uint8Array): Generator<{ text: string; isEnded: boolean }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(NEWLINE, start);
    yield { text: buffer.toString('utf8', start, end === -1 ? buffer.length : end), isEnded: end !== -1 };
    start = end === -1 ? buffer.length : end + 1;
  }
}

/** The checksum of bytes, which may go on from that of those before them. */
export function sumOf(bytes: Uint8Array, before = 0): number {
  return crc32(bytes, before);
}

function hex(sum: number): string {
  return sum.toString(16).padStart(SUM_LENGTH, '0');
}
