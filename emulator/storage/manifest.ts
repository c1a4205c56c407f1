import * as z from 'zod';
import { jsonIn } from '../../shared/json-in.ts';
import { digestOf } from '../domain/values/digest.ts';
import { LOG_NAME, logName } from './change-log.ts';
import { requireFit } from './check-recovered.ts';
import { type FileSystem, replaceFile } from './file-system.ts';
import { besideRows, clockRowSchema } from './kept-snapshot.ts';
import { NO_RECORD } from './lines.ts';
import { damaged } from './segment.ts';
import { requireKnownFormat, versionsNow } from './versions.ts';

const number = z.int().min(0);
const positive = z.int().min(1);
const segment = z.object({
  file: z.string().regex(/^segments\/(?:world|snapshot)-[\d-]+\.ndjson$/),
  bytes: number,
  sum: number,
});

const worldSchema = z.object({
  id: positive,
  name: z.string(),
  config: z.record(z.string(), z.unknown()),
  parent: positive.nullable(),
  isEntered: z.boolean(),
  ...besideRows,
  clock: clockRowSchema,
  state: segment,
  /** The numbers of snapshots. */
  ready: number.nullable(),
  saved: z.array(z.tuple([z.string(), number])),
});

const snapshotSchema = z.object({ id: positive, ...besideRows, state: segment });

const manifestSchema = z.object({
  format: positive,
  questions: z.string(),
  /** The version of the program that wrote it. */
  version: z.string(),
  /** The number of checkpoints so far. */
  checkpoint: number,
  /** The number of the first change after the checkpoint; all earlier ones were acknowledged. */
  from: positive,
  /**
   * The file that begins with this change, and the checksum of the previous record. Null before the first checkpoint.
   */
  log: z
    .object({ file: z.string().regex(LOG_NAME), sum: z.string().length(NO_RECORD.length) })
    .nullable()
    .default(null),
  /** The next unused numbers of worlds and snapshots. */
  next: z.object({ world: positive, snapshot: positive }),
  worlds: z.array(worldSchema),
  snapshots: z.array(snapshotSchema),
});

/** The content of a data directory: the worlds at one instant, and the first change after it. */
export type Manifest = z.output<typeof manifestSchema>;
export type WorldManifest = z.output<typeof worldSchema>;
export type SnapshotManifest = z.output<typeof snapshotSchema>;

export function emptyManifest(version: string): Manifest {
  const next = { world: 1, snapshot: 1 };
  return { ...versionsNow(), version, checkpoint: 0, from: 1, log: null, next, worlds: [], snapshots: [] };
}

/** The fields of a manifest about the log that follows it. */
export function logFrom(from: number, sum: string): Pick<Manifest, 'from' | 'log'> {
  return { from, log: { file: logName(from), sum } };
}

export const MANIFEST = 'manifest.json';
/** The previous manifest, whose segments and changes are kept too, so that a damaged checkpoint loses nothing. */
export const PREVIOUS = 'manifest.previous.json';

export async function readManifest(files: FileSystem, file = MANIFEST): Promise<Manifest | null> {
  const bytes = await files.read(file);
  if (bytes === null) return null;
  const read = parsed(files, file, bytes);
  requireKnownFormat(files.name, read);
  const { sum, ...rest } = read;
  if (rest.format > 1 && sum !== sumOfManifest(rest)) throw damaged(files, file, 'is not what was written');
  return requireFit(files, file, manifestSchema, rest);
}

function parsed(files: FileSystem, file: string, bytes: Uint8Array): { format: number; sum?: unknown } {
  const manifest = jsonIn(Buffer.from(bytes).toString()) as { format: number } | null | undefined;
  if (manifest === undefined) throw damaged(files, file, 'is not JSON');
  if (manifest !== null && Number.isInteger(manifest.format)) return manifest;
  throw damaged(files, file, 'names no format');
}

/** The previous manifest stays until the new one is completely on the disk. */
export async function writeManifest(files: FileSystem, file: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sum: sumOfManifest(manifest) }, null, 1);
  await (await replaceFile(files, file, Buffer.from(`${text}\n`))).close();
}

function sumOfManifest(manifest: object): string {
  return digestOf(JSON.stringify(manifest));
}
