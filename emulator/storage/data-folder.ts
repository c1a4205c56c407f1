import type { BlobStore } from '../world/ports.ts';
import { type Book, createBook } from './book.ts';
import { createChangeLog } from './change-log.ts';
import { type CheckpointParts, SEGMENTS, segmentsOf, writeCheckpoint } from './checkpoint.ts';
import { causeOf, DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import { BLOBS, createKeptBlobs, type KeptBlobs } from './kept-blobs.ts';
import { NO_RECORD } from './lines.ts';
import { emptyManifest, MANIFEST, type Manifest, writeManifest } from './manifest.ts';
import { type Recovered, type RecoveryParts, recoverAny, requireOwnFolder } from './recovery.ts';
import { FORMAT } from './versions.ts';

/** An open data directory, in which the changes of worlds are stored. */
export type DataFolder = {
  readonly name: string;
  readonly book: Book;
  /** The previous content; null if the directory is new. */
  readonly recovered: Recovered | null;
  /** Whether everything could be read. */
  readonly isWhole: boolean;
  /** Files to move aside with the next checkpoint. */
  readonly setAside: Set<string>;
  blobsOver(inner: BlobStore): KeptBlobs;
  /** Resolves when all changes so far are stored; null if they are. */
  synced(): Promise<void> | null;
  /** Starts storing the current content and all changes. */
  begin(): Promise<void>;
  /** Writes everything completely. If this is already in progress, waits for it. */
  checkpoint(): Promise<void>;
  /** The same, but includes everything that has changed up to now. */
  compact(): Promise<void>;
  close(): Promise<void>;
  /** Closes the directory without changing it. */
  abandon(): Promise<void>;
};

export type DataParts = Omit<RecoveryParts, 'files'> & {
  /** The version of the program. */
  version: string;
  turn(): Promise<void>;
  onTrouble(problem: DataProblem): void;
};

/**
 * A checkpoint is written after this many bytes of changes, or after this share of the size of the last checkpoint if
 * that is larger.
 */
const LEAST_BYTES = 4 * 1024 * 1024;
const PART = 1 / 16;

export async function openDataFolder(files: FileSystem, parts: DataParts): Promise<DataFolder> {
  let unlock = async () => {};
  try {
    unlock = await files.lock();
    return await openLocked(files, parts, unlock);
  } catch (error) {
    await unlock();
    if (error instanceof DataProblem) throw error;
    throw new DataProblem(`${files.name} cannot be used: ${causeOf(error)}`, { cause: error });
  }
}

async function openLocked(files: FileSystem, parts: DataParts, unlock: () => Promise<void>): Promise<DataFolder> {
  const { version, turn, onTrouble } = parts;
  const { found, written } = await read(files, parts);
  const recovered = found?.recovered ?? null;
  const setAside = new Set(recovered?.setAside);
  let blobs: KeptBlobs | null = null;
  let [manifest, under] = [written, null as Promise<void> | null];
  const log = createChangeLog({
    files,
    next: recovered?.nextChange ?? 1,
    lastSum: recovered?.lastSum ?? NO_RECORD,
    before: async () => blobs?.written(),
    turn,
    onTrouble,
    onWritten: () => {
      if (log.bytes() > Math.max(LEAST_BYTES, sizeOf(manifest) * PART)) checkpoint().catch(onTrouble);
    },
  });
  const book = createBook(recovered?.next ?? { world: 1, snapshot: 1 }, (entry) => log.note(entry));
  const checkpoint = () => {
    under ??= writeWhole({ files, before: manifest, book, log, version, setAside }, blobs)
      .then((next) => {
        manifest = next;
      })
      .finally(() => {
        under = null;
      });
    return under;
  };
  return {
    name: files.name,
    book,
    recovered,
    isWhole: recovered?.isWhole ?? true,
    setAside,
    blobsOver: (inner) => {
      blobs = createKeptBlobs(inner, files, setAside);
      return blobs;
    },
    synced: log.synced,
    begin: async () => {
      // Replayed worlds are written in the background: until that is done, they can be replayed again.
      const isAsWritten = recovered?.isWhole === true && found?.manifest.format === FORMAT;
      if (!isAsWritten) await checkpoint();
      else if (recovered.changed.size > 0) checkpoint().catch(onTrouble);
    },
    compact: async () => {
      await under?.catch(() => {});
      await checkpoint();
    },
    checkpoint,
    close: async () => {
      try {
        await under?.catch(() => {});
        // A complete checkpoint, so that the next start has nothing to replay.
        await checkpoint();
        await log.close();
      } finally {
        await unlock();
      }
    },
    abandon: async () => {
      await log.close().catch(() => {});
      await unlock();
    },
  };
}

/** Changes nothing in a directory that cannot be read. */
async function read(files: FileSystem, parts: DataParts) {
  const found = await recoverAny({ ...parts, files });
  if (found === null) await requireOwnFolder(files);
  for (const folder of [SEGMENTS, BLOBS]) await files.makeFolder(folder);
  await files.syncFolder('');
  const written = found?.manifest ?? emptyManifest(parts.version);
  // Changes without a manifest would look like a damaged directory.
  if (found === null) await writeManifest(files, MANIFEST, written);
  return { found, written };
}

function sizeOf(manifest: Manifest): number {
  return segmentsOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function writeWhole(parts: Omit<CheckpointParts, 'blobs'>, blobs: KeptBlobs | null): Promise<Manifest> {
  if (blobs === null) throw new Error('a data directory is written before there are pictures');
  try {
    return await writeCheckpoint({ ...parts, blobs });
  } catch (error) {
    if (error instanceof DataProblem) throw error;
    throw new DataProblem(`${parts.files.name} cannot be written: ${causeOf(error)}`, { cause: error });
  }
}
