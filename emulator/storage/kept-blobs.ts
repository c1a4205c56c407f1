import { DIGEST, digestOf } from '../domain/values/digest.ts';
import type { BlobStore } from '../world/ports.ts';
import { DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';
import { moveAside } from './set-aside.ts';

/** Pictures that are also stored in files, by digest: bytes that were dropped from memory are read again. */
export type KeptBlobs = BlobStore & {
  /** Resolves when all pictures that were put so far are on the disk. */
  written(): Promise<void>;
  /** The digests that nothing needs any more at the moment. */
  gone(): string[];
  /** Removes the files of these digests, if they are still not needed. */
  remove(digests: readonly string[]): Promise<void>;
  /** Moves the listed files aside, unless they were written again. */
  moveAside(): Promise<void>;
  /** Adds a picture that is already on the disk. */
  resume(digest: string, bytes: Uint8Array): void;
};

export const BLOBS = 'blobs';

/** The file of a picture. Only a digest is accepted as a name, wherever it was read. */
function blobFile(digest: string): string {
  if (DIGEST.test(digest)) return `${BLOBS}/${digest}`;
  throw new DataProblem(`${JSON.stringify(digest)} is not the digest of a picture`);
}

/** `setAside`: files to move aside, including damaged files of pictures that are stored again. */
export function createKeptBlobs(inner: BlobStore, files: FileSystem, setAside = new Set<string>()): KeptBlobs {
  const onDisk = new Set<string>();
  const gone = new Set<string>();
  /** Pictures to write before any following change. */
  const unwritten = new Map<string, Uint8Array>();
  /** Whether names of written files may not be durable yet. */
  let folderIsBehind = false;
  /** Runs tasks one after another, so that no two tasks change the same file or report it as stored too early. */
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
      // It may be needed again.
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
      // Move the unreadable file first, so that it is not lost and the new file is not moved with it.
      await moveAside(files, setAside, [...unwritten.keys()].map(blobFile));
      // If one fails, the others finish before anything is retried.
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

/** The bytes of a file, if they match the digest. */
export async function readBlob(files: FileSystem, digest: string): Promise<Uint8Array | 'missing' | 'damaged'> {
  const bytes = await files.read(blobFile(digest));
  if (bytes === null) return 'missing';
  return digestOf(bytes) === digest ? bytes : 'damaged';
}
