import type * as z from 'zod';
import { jsonIn } from '../../shared/json-in.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import { digestOf } from '../domain/values/digest.ts';
import { DataProblem } from '../storage/data-problem.ts';
import { linesIn } from '../storage/lines.ts';
import { type Entry, entrySchema, headSchema, type Session } from './session.ts';
import { SESSION_FORMAT, SESSION_KIND } from './session-kind.ts';

/** Reads a session. Throws if it is none, too new, or has a line that cannot be played, with its number. */
export function readSession(name: string, file: Uint8Array): Session {
  const lines = [...linesIn(file)];
  const head = headOf(name, lines[0]?.text ?? '');
  const session: Session = { name, head, entries: [], lines: [], bytes: new Map(), isTorn: false };
  for (const [index, { text, isEnded }] of lines.entries()) {
    if (index === 0 || text.trim() === '') continue;
    const value = jsonIn(text);
    // A process that was killed may have left an incomplete last line.
    if (!isEnded && value === undefined) session.isTorn = true;
    else addEntry(session, index + 1, value);
  }
  return session;
}

function headOf(name: string, text: string): Session['head'] {
  const value = jsonIn(text) as { file?: unknown; format?: unknown } | null | undefined;
  if (value?.file !== SESSION_KIND)
    throw new DataProblem(`${name}:1: this is no recorded session: tryon-emulator start --record FILE writes one`);
  if (typeof value.format !== 'number' || value.format > SESSION_FORMAT)
    throw new DataProblem(
      `${name}:1: the session is of format ${String(value.format)}, which a newer tryon-kit has written; this one knows formats up to ${SESSION_FORMAT}`,
    );
  return parsed(`${name}:1`, headSchema, value);
}

function addEntry(session: Session, line: number, value: unknown): void {
  const place = `${session.name}:${line}`;
  if (value === undefined) throw new DataProblem(`${place}: the line is not JSON: the file was damaged or changed`);
  const entry: Entry = parsed(place, entrySchema, value);
  if (entry.do === 'bytes') {
    const bytes = Buffer.from(entry.base64, 'base64');
    if (digestOf(bytes) !== entry.digest)
      throw new DataProblem(`${place}: the digest ${entry.digest} is not that of these bytes`);
    session.bytes.set(entry.digest, bytes);
    return;
  }
  const missing = contentIn(entry);
  if (missing !== null && !session.bytes.has(missing))
    throw new DataProblem(`${place}: the bytes ${missing} stand nowhere above`);
  session.entries.push(entry);
  session.lines.push(line);
}

/** The digest of the bytes that an entry passes to the emulator. */
function contentIn(entry: Entry): string | null {
  const body = entry.do === 'request' || entry.do === 'body' ? entry.body : undefined;
  return body === undefined || typeof body === 'string' ? null : body.bytes;
}

function parsed<Schema extends z.ZodType>(place: string, schema: Schema, value: unknown): z.output<Schema> {
  try {
    return parseInput(place, schema, value);
  } catch (error) {
    throw new DataProblem((error as Error).message);
  }
}
