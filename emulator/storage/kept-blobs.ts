import { DIGEST, digestOf } from '../domain/values/digest.ts';
import type { BlobStore } from '../world/ports.ts';
import { DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import { moveAside } from './set-aside.ts';

/** Bytes of pictures that are files too, by their digest: what is given up in memory is read again. */
export type KeptBlobs = BlobStore & {
  /** Resolves when all that was put by now is on the disk. */
  written(): Promise<void>;
  /** What nothing needs any more by now. */
  gone(): string[];
  /** Removes the files of what was gone then, and still is. */
  remove(digests: readonly string[]): Promise<void>;
  /** Moves what is on the list of files to be set aside out of the way, unless it was written again. */
  moveAside(): Promise<void>;
  /** What was there before is there. */
  resume(digest: string, bytes: Uint8Array): void;
};

export const BLOBS = 'blobs';

/** The file of a picture. Only a digest names one, wherever it was read. */
function blobFile(digest: string): string {
  if (DIGEST.test(digest)) return `${BLOBS}/${digest}`;
  throw new DataProblem(`${JSON.stringify(digest)} is not the digest of a picture`);
}

/** `setAside`: files that are to be moved aside, also damaged ones of pictures that are put again. */
export function createKeptBlobs(inner: BlobStore, files: FileSystem, setAside = new Set<string>()): KeptBlobs {
  const onDisk = new Set<string>();
  const gone = new Set<string>();
  /** What is to be written before any change that comes behind it. */
  const unwritten = new Map<string, Uint8Array>();
  /** Whether names of files that were written may not outlast the machine yet. */
  let folderIsBehind = false;
  /** Work on the files, one task after another: no two tasks change the same file, or report it as kept too early. */
  let lastTask = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    const done = lastTask.then(task);
    lastTask = done.catch(() => {});
    return done;
  };
  const keep = (digest: string, bytes: Uint8Array) => {
    const load = async () => unwritten.get(digest) ?? wholeBlob(files, digest);
    inner.put(digest, bytes, { parts: [], load });
  };
  const removeAll = async (digests: readonly string[]) => {
    for (const digest of digests) {
      // It may have come back meanwhile.
      if (!gone.has(digest) || unwritten.has(digest)) continue;
      gone.delete(digest);
      onDisk.delete(digest);
      await files.remove(blobFile(digest));
    }
  };
  const writeOne = async ([digest, bytes]: [string, Uint8Array]) => {
    await writeBlob(files, digest, bytes);
    unwritten.delete(digest);
  };
  const writeAll = async () => {
    while (unwritten.size > 0) {
      folderIsBehind = true;
      // What stands there cannot be read: it is not lost, and what is written now does not go with it.
      await moveAside(files, setAside, [...unwritten.keys()].map(blobFile));
      // Where one fails, the others come to their end before anything is tried again.
      const results = await Promise.allSettled([...unwritten].map(writeOne));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
    if (folderIsBehind) await files.syncFolder(BLOBS);
    folderIsBehind = false;
  };
  return {
    ...inner,
    put: (digest, bytes) => {
      blobFile(digest);
      keep(digest, bytes);
      gone.delete(digest);
      if (onDisk.has(digest)) return;
      onDisk.add(digest);
      unwritten.set(digest, bytes);
    },
    delete: (digest) => {
      inner.delete(digest);
      gone.add(digest);
    },
    written: () => inTurn(writeAll),
    gone: () => [...gone],
    remove: (digests) => inTurn(() => removeAll(digests)),
    moveAside: () => inTurn(() => moveAside(files, setAside)),
    resume: (digest, bytes) => {
      keep(digest, bytes);
      onDisk.add(digest);
    },
  };
}

async function writeBlob(files: FileSystem, digest: string, bytes: Uint8Array): Promise<void> {
  const open = await files.create(blobFile(digest));
  try {
    await open.append(bytes);
    await open.sync();
  } finally {
    await open.close();
  }
}

async function wholeBlob(files: FileSystem, digest: string): Promise<Uint8Array> {
  const bytes = await readBlob(files, digest);
  if (typeof bytes !== 'string') return bytes;
  throw new DataProblem(`${files.name} is damaged: ${blobFile(digest)} is ${bytes}`);
}

/** The bytes of a file, where they are those that were kept. */
export async function readBlob(files: FileSystem, digest: string): Promise<Uint8Array | 'missing' | 'damaged'> {
  const bytes = await files.read(blobFile(digest));
  if (bytes === null) return 'missing';
  return digestOf(bytes) === digest ? bytes : 'damaged';
}
