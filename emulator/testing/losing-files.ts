import type { FileSystem, OpenFile } from '../storage/file-system.ts';

/** Files that lose data when the machine crashes, and control over when it does. */
export type LosingFiles = FileSystem & {
  /** Writes this many more bytes, and then nothing ever again: the process is dead. */
  dieAfter(bytes: number): void;
  /** Resolves when the process dies. */
  died: Promise<void>;
  isDead(): boolean;
  /** The number of bytes written. */
  written(): number;
  /** The files after a crash: what was synced, and of the rest a part that `keeps` determines, from 0 to 1. */
  afterwards(keeps: (path: string) => number): Map<string, Uint8Array>;
  /** The error for every write and every new file. */
  refuseWith(code: 'ENOSPC' | 'EROFS' | null): void;
};

type Kept = {
  bytes: Buffer;
  synced: number;
  /** The last synced content, if its beginning has been overwritten since. */
  settled: Buffer | null;
};

/** Files of which only what was synced is sure to survive a crash: the bytes of files, the names in folders. */
export function losingFiles(before: ReadonlyMap<string, Uint8Array> = new Map()): LosingFiles {
  const now = new Map<string, Kept>();
  /** The names that are sure to survive, and what they refer to. */
  const names = new Map<string, Kept>();
  for (const [path, bytes] of before) {
    const kept = { bytes: Buffer.from(bytes), synced: bytes.byteLength, settled: null };
    now.set(path, kept);
    names.set(path, kept);
  }
  let [left, written, refusal] = [Number.POSITIVE_INFINITY, 0, null as string | null];
  const isDead = () => left < 0;
  let die = () => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  /** A call of a dead process does nothing, and never returns. */
  const alive = async () => {
    if (isDead()) await new Promise(() => {});
    if (refusal !== null) throw Object.assign(new Error(refusal), { code: refusal });
  };
  const takeIn = (bytes: Uint8Array) => {
    const taken = bytes.subarray(0, Math.max(0, Math.min(bytes.byteLength, left)));
    left -= bytes.byteLength;
    if (isDead()) die();
    written += taken.byteLength;
    return taken;
  };
  const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
  return {
    name: 'losing',
    read: async (path) => now.get(path)?.bytes ?? null,
    list: async (folder) => {
      const above = folder === '' ? '' : `${folder}/`;
      const below = [...now.keys()].filter((path) => path.startsWith(above)).map((path) => path.slice(above.length));
      return [...new Set(below.map((path) => path.split('/')[0] ?? ''))];
    },
    create: async (path) => {
      await alive();
      const kept: Kept = { bytes: Buffer.alloc(0), synced: 0, settled: null };
      now.set(path, kept);
      return openFile(path, kept, { alive, isDead, takeIn });
    },
    rename: async (from, to) => {
      await alive();
      const kept = now.get(from);
      if (kept === undefined) throw new Error(`there is no ${from}`);
      now.delete(from);
      now.set(to, kept);
    },
    remove: async (path) => {
      await alive();
      now.delete(path);
    },
    makeFolder: alive,
    syncFolder: async (folder) => {
      await alive();
      for (const path of names.keys()) if (folderOf(path) === folder && !now.has(path)) names.delete(path);
      for (const [path, kept] of now) if (folderOf(path) === folder) names.set(path, kept);
    },
    lock: async () => {
      await alive();
      return async () => {};
    },
    dieAfter: (bytes) => {
      left = bytes;
    },
    died,
    isDead,
    written: () => written,
    afterwards: (keeps) => {
      const there = new Map<string, Uint8Array>();
      // A name that was not synced may exist anyway, and one that was removed may still exist.
      for (const [path, kept] of new Map([...names, ...now])) {
        const isSure = names.has(path) && now.has(path);
        if (!isSure && names.has(path) !== keeps(path) < 0.5) continue;
        const of = now.get(path) === kept || keeps(path) < 0.5 ? (names.get(path) ?? kept) : kept;
        there.set(path, bytesLeft(of, keeps(path)));
      }
      return there;
    },
    refuseWith: (code) => {
      refusal = code;
    },
  };
}

type Machine = { alive(): Promise<void>; isDead(): boolean; takeIn(bytes: Uint8Array): Uint8Array };

function openFile(path: string, kept: Kept, { alive, isDead, takeIn }: Machine): OpenFile {
  return {
    append: async (bytes) => {
      await alive();
      kept.bytes = Buffer.concat([kept.bytes, takeIn(bytes)]);
      if (isDead()) await new Promise(() => {});
    },
    sync: async () => {
      await alive();
      const upTo = kept.bytes.byteLength;
      // A picture takes longer than a change, so code that does not wait for it fails.
      if (path.startsWith('blobs/')) await new Promise(setImmediate);
      await alive();
      kept.synced = upTo;
      kept.settled = null;
    },
    rewrite: async (bytes) => {
      await alive();
      kept.settled ??= Buffer.from(kept.bytes);
      // A sector is written completely or not at all.
      const taken = takeIn(bytes);
      if (isDead()) await new Promise(() => {});
      kept.bytes = Buffer.concat([taken, kept.bytes.subarray(taken.byteLength)]);
    },
    close: async () => {},
  };
}

/** Overwritten bytes are either the old or the new ones; appended bytes are there in part. */
function bytesLeft({ bytes, synced, settled }: Kept, part: number): Uint8Array {
  if (settled !== null && part < 0.5) return settled;
  return bytes.subarray(0, synced + Math.floor((bytes.byteLength - synced) * part));
}
