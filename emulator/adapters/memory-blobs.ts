import { createMemory, type Memory } from '../domain/memory/memory.ts';
import type { BlobSource, BlobStore } from '../world/ports.ts';

type Kept = {
  size: number;
  /** Null if they were dropped. */
  bytes: Uint8Array | null;
  source: BlobSource | null;
  /** How many dropped pictures have to be made from it. */
  needed: number;
  /** Whether a row of a world needs it; otherwise only dropped pictures do. */
  isWanted: boolean;
};

type Store = {
  memory: Memory;
  all: Map<string, Kept>;
  madeOf: Map<string, Set<string>>;
  /** The pictures that can be dropped, least recently read first. */
  spare: Set<string>;
  spareBytes: number;
};

/** Keeps bytes up to the memory limit. Beyond it, pictures that can be made again are dropped, but not their inputs. */
export function createMemoryBlobs(memory: Memory = createMemory(), onGiveUp = () => {}): BlobStore {
  const store: Store = { memory, all: new Map(), madeOf: new Map(), spare: new Set(), spareBytes: 0 };
  const { all, spare } = store;
  const hasRoom = (bytes: number) => makeRoom(store, bytes, onGiveUp);
  return {
    put: (digest, bytes, source) => {
      const known = all.get(digest);
      const size = bytes.byteLength;
      if (known === undefined) {
        const fits = hasRoom(size);
        if (!fits && source === undefined) memory.require('picture_bytes', size);
        add(store, digest, bytes, source, fits);
        return;
      }
      known.isWanted = true;
      if (known.bytes === null && hasRoom(size)) restore(store, digest, known, bytes);
      learn(store, digest, known, source);
    },
    get: (digest) => {
      const bytes = all.get(digest)?.bytes ?? undefined;
      // It was just read, so others are dropped before it.
      if (bytes !== undefined && spare.delete(digest)) spare.add(digest);
      return bytes;
    },
    sourceOf: (digest) => all.get(digest)?.source ?? undefined,
    keepAgain: (digest, bytes) => {
      const kept = all.get(digest);
      if (kept?.bytes === null && hasRoom(kept.size)) restore(store, digest, kept, bytes);
    },
    delete: (digest) => {
      const kept = all.get(digest);
      if (kept === undefined) return;
      kept.isWanted = false;
      if (kept.needed === 0) remove(store, digest, kept);
    },
    requireRoom: (bytes, digest) => {
      const isHere = digest !== undefined && isHeld(store, digest);
      if (!isHere && !hasRoom(bytes)) memory.require('picture_bytes', bytes);
    },
    requireRoomInAll: (bytes) => memory.require('picture_bytes', bytes - store.spareBytes),
  };
}

/** Drops pictures until `bytes` fit, if that is possible. */
function makeRoom(store: Store, bytes: number, onGiveUp: () => void): boolean {
  const { memory, spare, all } = store;
  const fits = () => memory.fits('picture_bytes', bytes);
  if (fits()) return true;
  if (!memory.fits('picture_bytes', bytes - store.spareBytes)) return false;
  for (const digest of spare) {
    const kept = all.get(digest);
    if (kept !== undefined) giveUp(store, digest, kept);
    if (fits()) break;
  }
  onGiveUp();
  return fits();
}

function add(store: Store, digest: string, bytes: Uint8Array, source: BlobSource | undefined, fits: boolean): void {
  const kept: Kept = { size: bytes.byteLength, bytes: null, source: null, needed: 0, isWanted: true };
  store.all.set(digest, kept);
  setBytes(store, digest, kept, bytes);
  learn(store, digest, kept, source);
  // If its inputs are gone in the meantime, it is kept anyway, since it could not be made again.
  if (!fits && store.spare.has(digest)) giveUp(store, digest, kept);
}

function setBytes(store: Store, digest: string, kept: Kept, bytes: Uint8Array): void {
  kept.bytes = bytes;
  store.memory.add('picture_bytes', kept.size);
  judgeAround(store, digest);
}

function restore(store: Store, digest: string, kept: Kept, bytes: Uint8Array): void {
  store.memory.addGivenUp(-1, -kept.size);
  setBytes(store, digest, kept, bytes);
  need(store, kept, -1);
}

function giveUp(store: Store, digest: string, kept: Kept): void {
  kept.bytes = null;
  store.memory.add('picture_bytes', -kept.size);
  store.memory.addGivenUp(1, kept.size);
  judgeAround(store, digest);
  need(store, kept, 1);
}

function remove(store: Store, digest: string, kept: Kept): void {
  const wasGivenUp = kept.bytes === null;
  if (wasGivenUp) store.memory.addGivenUp(-1, -kept.size);
  else store.memory.add('picture_bytes', -kept.size);
  kept.bytes = null;
  judge(store, digest, kept);
  store.all.delete(digest);
  judgeAround(store, digest);
  forgetSource(store, digest, kept);
  if (wasGivenUp) need(store, kept, -1);
}

/** Stores the source of a picture, unless a usable one is already known. */
function learn(store: Store, digest: string, kept: Kept, source: BlobSource | undefined): void {
  // A picture cannot be made from itself.
  if (source === undefined || kept.bytes === null || source.parts.includes(digest)) return;
  if (kept.source !== null && areHeld(store, kept.source)) return;
  forgetSource(store, digest, kept);
  kept.source = source;
  for (const part of source.parts) store.madeOf.set(part, (store.madeOf.get(part) ?? new Set()).add(digest));
  judge(store, digest, kept);
}

function forgetSource({ madeOf }: Store, digest: string, { source }: Kept): void {
  for (const part of source?.parts ?? []) {
    const made = madeOf.get(part);
    made?.delete(digest);
    if (made?.size === 0) madeOf.delete(part);
  }
}

/** Counts a dropped picture that has to be made from these parts, or one less. */
function need(store: Store, { source }: Kept, more: 1 | -1): void {
  for (const part of source?.parts ?? []) {
    const kept = store.all.get(part);
    if (kept === undefined) continue;
    kept.needed += more;
    if (kept.needed === 0 && !kept.isWanted) remove(store, part, kept);
    else judge(store, part, kept);
  }
}

/** Whether a picture can be dropped depends on others, so this is decided again whenever they change. */
function judge(store: Store, digest: string, kept: Kept | undefined): void {
  const { spare } = store;
  const isSpare = kept?.bytes != null && kept.needed === 0 && kept.source !== null && areHeld(store, kept.source);
  if (kept === undefined || isSpare === spare.has(digest)) return;
  store.spareBytes += isSpare ? kept.size : -kept.size;
  if (isSpare) spare.add(digest);
  else spare.delete(digest);
}

function judgeAround(store: Store, digest: string): void {
  judge(store, digest, store.all.get(digest));
  for (const made of store.madeOf.get(digest) ?? []) judge(store, made, store.all.get(made));
}

function areHeld(store: Store, { parts }: BlobSource): boolean {
  return parts.every((part) => isHeld(store, part));
}

function isHeld({ all }: Store, digest: string): boolean {
  return all.get(digest)?.bytes != null;
}
