import { digestOf } from '../domain/values/digest.ts';
import type { ClockSettings } from '../runtime/clock.ts';
import type { PictureRecipe } from '../world/ports.ts';
import type { WorldState } from '../world/state.ts';
import { DataProblem } from './data-problem.ts';
import { linesIn, sumOf } from './lines.ts';
import { captureState, rowsOf, type StateRow, stateFrom } from './state-rows.ts';
import { migrated, requireKnownFormat, type Versions, versionsNow } from './versions.ts';

/** A world as one file: what it goes by, all that it is, and its pictures. */
export type WorldFile = {
  name: string;
  config: object;
  clock: ClockSettings;
  requests: number;
  state: WorldState;
  blobs: Map<string, Uint8Array>;
  /** How pictures can be made again. */
  recipes: Map<string, PictureRecipe>;
};

const KIND = 'tryon-kit world';

/** Lines of JSON: what it is, the world, its rows, its pictures, and a checksum of all that. */
export function worldFileBytes(file: WorldFile): Uint8Array {
  const text = [...linesOf(file)].map((line) => `${JSON.stringify(line)}\n`).join('');
  return Buffer.from(`${text}${JSON.stringify({ sum: sumOf(Buffer.from(text)) })}\n`);
}

function* linesOf({ name, config, clock, requests, state, blobs, recipes }: WorldFile): Generator<unknown> {
  yield { file: KIND, ...versionsNow() };
  yield { name, config, clock, requests };
  yield* rowsOf(captureState(state));
  for (const [digest, bytes] of blobs)
    yield ['picture', digest, Buffer.from(bytes).toString('base64'), recipes.get(digest) ?? null];
}

/** Throws where it is none, is not whole, or is newer than this program; its pictures are what their digests say. */
export function readWorldFile(name: string, bytes: Uint8Array): WorldFile {
  const lines = [...linesIn(bytes)].map(({ text }) => text);
  const head = parsed(lines[0]) as Partial<Versions> & { file?: unknown };
  if (head?.file !== KIND) throw new DataProblem(`${name} is no file of a world: tryon-emulator export writes one`);
  requireKnownFormat(name, { format: head.format });
  const last = lines.at(-1) ?? '';
  const sum = sumOf(bytes.subarray(0, bytes.byteLength - Buffer.byteLength(last) - 1));
  if ((parsed(last) as { sum?: unknown } | null)?.sum !== sum)
    throw new DataProblem(`${name} is not whole: it was cut off or changed. Export it again`);
  const about = parsed(lines[1]) as Omit<WorldFile, 'state' | 'blobs' | 'recipes'>;
  const rows: StateRow[] = [];
  const blobs: WorldFile['blobs'] = new Map();
  const recipes: WorldFile['recipes'] = new Map();
  for (const { line, row } of rowsIn(lines, Number(head.format))) {
    if (!isPicture(row)) {
      rows.push(row);
      continue;
    }
    const [, digest, base64, recipe] = row;
    blobs.set(digest, bytesOf(`${name}: line ${line}`, digest, base64));
    if (recipe !== null) recipes.set(digest, recipe);
  }
  return { ...about, state: stateFrom(rows), blobs, recipes };
}

/** The rows between the head of a file and its checksum, each with its line. */
function* rowsIn(lines: readonly string[], format: number): Generator<{ line: number; row: StateRow | PictureRow }> {
  for (let index = 2; index < lines.length - 1; index += 1)
    for (const row of migrated([parsed(lines[index])], format))
      yield { line: index + 1, row: row as StateRow | PictureRow };
}

type PictureRow = ['picture', string, string, PictureRecipe | null];

function isPicture(row: StateRow | PictureRow): row is PictureRow {
  return row[0] === 'picture';
}

/** Other worlds share the bytes of a digest, and files are named by it: it has to be that of these bytes. */
function bytesOf(place: string, digest: string, base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (digestOf(bytes) === digest) return bytes;
  throw new DataProblem(`${place}: the digest ${JSON.stringify(digest)} is not that of the bytes of the picture`);
}

function parsed(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return null;
  }
}
