import { jsonIn } from '../../shared/json-in.ts';
import { Damage } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import { linesIn, sumOf } from './lines.ts';
import { migrated, requireKnownFormat, type Versions, versionsNow } from './versions.ts';

/**
 * A file of JSON lines that is written once and never changed; its size and checksum are stored elsewhere, to check
 * whether it is intact.
 */
export type Segment = { file: string; bytes: number; sum: number };

/**
 * The number of bytes that are built at once, which takes a millisecond or two. Waiting callers get a turn while they
 * are written.
 */
const PIECE = 128 * 1024;

/** Writes rows after a head that contains the versions. */
export async function writeSegment(files: FileSystem, file: string, rows: Iterable<unknown>): Promise<Segment> {
  const open = await files.create(file);
  const segment: Segment = { file, bytes: 0, sum: 0 };
  try {
    for (const piece of piecesOf(rows)) {
      segment.bytes += piece.byteLength;
      segment.sum = sumOf(piece, segment.sum);
      await open.append(piece);
    }
    await open.sync();
  } finally {
    await open.close();
  }
  return segment;
}

function* piecesOf(rows: Iterable<unknown>): Generator<Uint8Array> {
  let text = `${JSON.stringify(versionsNow())}\n`;
  for (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/** The rows of a segment in the current format. Throws if it does not contain what was written. */
export async function readSegment(files: FileSystem, { file, bytes, sum }: Segment): Promise<Iterable<unknown>> {
  const read = await files.read(file);
  if (read === null) throw damaged(files, file, 'is missing');
  if (read.byteLength !== bytes || sumOf(read) !== sum) throw damaged(files, file, 'is not what was written');
  const lines = linesIn(read);
  const head = Object(jsonIn(lines.next().value?.text ?? '')) as Versions;
  requireKnownFormat(`${files.name}/${file}`, head);
  return migrated(parsed(lines), head.format);
}

function* parsed(lines: Iterable<{ text: string }>): Generator<unknown> {
  for (const { text } of lines) yield jsonIn(text);
}

export function damaged(files: FileSystem, file: string, problem: string): Damage {
  return new Damage(
    `${files.name} is damaged: ${file} ${problem}. Put it back from a copy of the directory, or start with another one`,
    file,
  );
}
