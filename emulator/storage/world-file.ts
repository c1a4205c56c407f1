import * as z from 'zod';
import { jsonIn } from '../../shared/json-in.ts';
import { inputProblems } from '../domain/values/bad-input.ts';
import { digestOf } from '../domain/values/digest.ts';
import type { ClockSettings } from '../runtime/clock.ts';
import { digest } from '../world/rows/schema-of.ts';
import type { WorldState } from '../world/state.ts';
import { DataProblem } from './data-problem.ts';
import { besideRows } from './kept-snapshot.ts';
import { linesIn, sumOf } from './lines.ts';
import { stateFrom } from './read-state.ts';
import { captureState, rowsOf } from './state-rows.ts';
import { migrated, requireKnownFormat, type Versions, versionsNow } from './versions.ts';

/** A world as one file: its configuration, its content and its pictures. */
export type WorldFile = {
  name: string;
  config: object;
  clock: ClockSettings;
  requests: number;
  state: WorldState;
  blobs: Map<string, Uint8Array>;
};

const KIND = 'tryon-kit world';

/** Lines of JSON: the head, the world, its rows, its pictures, and a checksum of all this. */
export function worldFileBytes(file: WorldFile): Uint8Array {
  const text = [...linesOf(file)].map((line) => `${JSON.stringify(line)}\n`).join('');
  return Buffer.from(`${text}${JSON.stringify({ sum: sumOf(Buffer.from(text)) })}\n`);
}

function* linesOf({ name, config, clock, requests, state, blobs }: WorldFile): Generator<unknown> {
  yield { file: KIND, ...versionsNow() };
  yield { name, config, clock, requests };
  yield* rowsOf(captureState(state));
  // Version 0.2.0 requires a fourth member.
  for (const [digest, bytes] of blobs) yield ['picture', digest, Buffer.from(bytes).toString('base64'), null];
}

/**
 * Throws if the file is not a world file, is incomplete, or is newer than this program. The pictures are checked with
 * their digests.
 */
export function readWorldFile(name: string, bytes: Uint8Array): WorldFile {
  const lines = [...linesIn(bytes)].map(({ text }) => text);
  const head = parsed(lines[0]) as Partial<Versions> & { file?: unknown };
  if (head?.file !== KIND) throw new DataProblem(`${name} is no file of a world: tryon-emulator export writes one`);
  requireKnownFormat(name, { format: head.format });
  const last = lines.at(-1) ?? '';
  const sum = sumOf(bytes.subarray(0, bytes.byteLength - Buffer.byteLength(last) - 1));
  if ((parsed(last) as { sum?: unknown } | null)?.sum !== sum)
    throw new DataProblem(`${name} is not whole: it was cut off or changed. Export it again`);
  const about = checked(`${name}: line 2`, aboutSchema, parsed(lines[1]));
  const rows: unknown[] = [];
  const places: number[] = [];
  const blobs: WorldFile['blobs'] = new Map();
  for (const { line, row } of rowsIn(lines, Number(head.format))) {
    if (Array.isArray(row) && row[0] === 'picture') {
      const picture = checked(`${name}: line ${line}`, pictureSchema, row);
      blobs.set(picture[1], bytesOf(`${name}: line ${line}`, picture));
    } else {
      rows.push(row);
      places.push(line);
    }
  }
  const state = stateFrom(rows, (row) => `${name}: line ${places[row] ?? 2}`);
  for (const used of state.blobUses.keys())
    if (!blobs.has(used)) throw new DataProblem(`${name}: the picture ${used} is needed, and is not in the file`);
  return { ...about, state, blobs };
}

const aboutSchema = z.strictObject({ name: z.string(), config: z.record(z.string(), z.unknown()), ...besideRows });
/** Earlier versions wrote the recipe of the picture after the bytes. */
const pictureSchema = z.tuple([z.literal('picture'), digest, z.string()]).rest(z.unknown());

/** The rows between the head of a file and its checksum, each with its line number. */
function* rowsIn(lines: readonly string[], format: number): Generator<{ line: number; row: unknown }> {
  for (let index = 2; index < lines.length - 1; index += 1)
    for (const row of migrated([parsed(lines[index])], format)) yield { line: index + 1, row };
}

function checked<Schema extends z.ZodType>(place: string, schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [first] = inputProblems(schema, read.error);
  throw new DataProblem(`${place}: ${first?.path}: ${first?.problem}`);
}

/** Other worlds share bytes by digest, and files are named by it, so it must be the digest of these bytes. */
function bytesOf(place: string, [, said, base64]: z.output<typeof pictureSchema>): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (digestOf(bytes) === said) return bytes;
  throw new DataProblem(`${place}: the digest ${said} is not that of the bytes of the picture`);
}

function parsed(line = ''): unknown {
  return jsonIn(line) ?? null;
}
