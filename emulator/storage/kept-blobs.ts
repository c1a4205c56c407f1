import { DIGEST, digestOf } from '../domain/values/digest.ts';
import type { BlobStore } from '../world/ports.ts';
import { DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';

/** Bytes of pictures that are files too, by their digest: what is given up in memory is read again. */
export type KeptBlobs = BlobStore & {
  /** Resolves when all that was put by now is on the disk. */
  written(): Promise<void>;
  /** What nothing needs any more by now. */
  gone(): string[];
  /** Removes the files of what was gone then, and still is. */
  remove(digests: readonly string[]): Promise<void>;
  /** What was there before is there. */
  resume(digest: string, bytes: Uint8Array): void;
};

export const BLOBS = 'blobs';

/** The file of a picture. What is no digest names none, wherever it was read. */
function blobFile(digest: string): string {
  if (DIGEST.test(digest)) return `${BLOBS}/${digest}`;
  throw new DataProblem(`${JSON.stringify(digest)} is not the digest of a picture`);
}

export function createKeptBlobs(inner: BlobStore, files: FileSystem): KeptBlobs {
  const onDisk = new Set<string>();
  const gone = new Set<string>();
  /** What is to be written before any change that comes behind it. */
  const unwritten = new Map<string, Uint8Array>();
  let removal = Promise.resolve();
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
    written: async () => {
      await removal;
      if (unwritten.size === 0) return;
      while (unwritten.size > 0) {
        const batch = [...unwritten];
        await Promise.all(batch.map(([digest, bytes]) => writeBlob(files, digest, bytes)));
        for (const [digest] of batch) unwritten.delete(digest);
      }
      await files.syncFolder(BLOBS);
    },
    gone: () => [...gone],
    remove: (digests) => {
      removal = removal.then(() => removeAll(digests));
      return removal;
    },
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
