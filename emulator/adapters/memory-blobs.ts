import type { BlobStore } from '../world/ports.ts';

/** Keeps bytes in this process. */
export function createMemoryBlobs(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    put: (digest, bytes) => {
      if (!blobs.has(digest)) blobs.set(digest, bytes);
    },
    get: (digest) => blobs.get(digest),
    delete: (digest) => {
      blobs.delete(digest);
    },
  };
}
