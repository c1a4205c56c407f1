import type { FileSystem, OpenFile } from './file-system.ts';
import { NO_RECORD, recordLine, recordsIn } from './lines.ts';
import { replaceFile } from './replace-file.ts';

/**
 * The number of the last change that may have been acknowledged, in a file of its own. It is written behind each group of
 * changes, before their answers go out, and not synced: after `kill -9` it is exact, and after a loss of power it may lag
 * behind. A log that ends before this number was damaged.
 */
export type Acknowledged = { write(number: number): Promise<void>; close(): Promise<void> };

export const ACKNOWLEDGED = 'acknowledged';

/** Well within one sector of a disk, which is written whole or not at all. */
const LENGTH = 64;

export async function openAcknowledged(files: FileSystem, number: number): Promise<Acknowledged> {
  const open: OpenFile = await replaceFile(files, ACKNOWLEDGED, bytesOf(number));
  return { write: (last) => open.rewrite(bytesOf(last)), close: () => open.close() };
}

function bytesOf(number: number): Uint8Array {
  const { line } = recordLine(JSON.stringify({ acknowledged: number }), NO_RECORD);
  return Buffer.from(`${line.trimEnd().padEnd(LENGTH - 1)}\n`);
}

/** Null where the file is missing or unreadable. */
export async function readAcknowledged(files: FileSystem): Promise<number | null> {
  const text = Buffer.from((await files.read(ACKNOWLEDGED)) ?? '').toString();
  if (text.length !== LENGTH) return null;
  const [record] = recordsIn(Buffer.from(`${text.trimEnd()}\n`));
  const number = record && JSON.parse(record.json)?.acknowledged;
  return Number.isSafeInteger(number) ? number : null;
}
