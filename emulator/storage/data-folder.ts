import type { BlobStore } from '../world/ports.ts';
import { type Book, createBook } from './book.ts';
import { createChangeLog } from './change-log.ts';
import { type CheckpointParts, removeOld, segmentsOf, writeCheckpoint } from './checkpoint.ts';
import { causeOf, DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import { createKeptBlobs, type KeptBlobs } from './kept-blobs.ts';
import { emptyManifest, manifestOf } from './manifest.ts';
import { prepareFolder, type Recovered, type RecoveryParts, recover } from './recovery.ts';

/** A data directory that is open: what becomes of worlds goes into it. */
export type DataFolder = {
  readonly name: string;
  readonly book: Book;
  /** What it held; null where it is new. */
  readonly recovered: Recovered | null;
  blobsOver(inner: BlobStore): KeptBlobs;
  /** Resolves when all that was changed by now is kept; null where it is. */
  synced(): Promise<void> | null;
  /** All that is there is kept, and what comes. */
  begin(): Promise<void>;
  /** Writes everything whole; where that is under way, it is that which is waited for. */
  checkpoint(): Promise<void>;
  /** The same, and what was changed by now is part of it. */
  compact(): Promise<void>;
  close(): Promise<void>;
  /** Closes it and leaves it as it is. */
  abandon(): Promise<void>;
};

export type DataParts = Omit<RecoveryParts, 'files'> & {
  /** The program. */
  version: string;
  turn(): Promise<void>;
  onTrouble(problem: DataProblem): void;
};

/** Worlds are written whole when so much was written of changes, or as much as this part of what they took last. */
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
  const document = manifestOf(files);
  await document.read();
  await prepareFolder(files, document.data);
  if (document.data !== null) await removeOld(files, document.data);
  const recovered = document.data === null ? null : await recover(document.data, { ...parts, files });
  // Changes without a manifest would be those of a damaged directory.
  document.data ??= emptyManifest(version);
  if (recovered === null) await document.write();
  let blobs: KeptBlobs | null = null;
  let [size, under] = [sizeOf(document.data), null as Promise<void> | null];
  const log = createChangeLog({
    files,
    next: recovered?.nextChange ?? 1,
    before: async () => blobs?.written(),
    turn,
    onTrouble,
    onWritten: () => {
      if (log.bytes() > Math.max(LEAST_BYTES, size * PART)) checkpoint().catch(onTrouble);
    },
  });
  const book = createBook(recovered?.next ?? { world: 1, snapshot: 1 }, (entry) => log.note(entry));
  const checkpoint = () => {
    under ??= writeWhole({ files, document, book, log, version }, blobs)
      .then((bytes) => {
        size = bytes;
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
    blobsOver: (inner) => {
      blobs = createKeptBlobs(inner, files, (entry) => log.note(entry));
      return blobs;
    },
    synced: log.synced,
    begin: async () => {
      // What was made again is written whole beside what happens next: until then it can be made again once more.
      if (recovered === null) await checkpoint();
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
        // Whole, so that nothing has to be made again at the next start.
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

function sizeOf(manifest: Parameters<typeof segmentsOf>[0]): number {
  return segmentsOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function writeWhole(parts: Omit<CheckpointParts, 'blobs'>, blobs: KeptBlobs | null): Promise<number> {
  if (blobs === null) throw new Error('a data directory is written before there are pictures');
  try {
    return await writeCheckpoint({ ...parts, blobs });
  } catch (error) {
    if (error instanceof DataProblem) throw error;
    throw new DataProblem(`${parts.files.name} cannot be written: ${causeOf(error)}`, { cause: error });
  }
}
