import { DIGEST, digestOf } from '../domain/values/digest.ts';
import type { BlobStore, PictureRecipe } from '../world/ports.ts';
import type { RecipeEntry } from './book.ts';
import { DataProblem } from './data-problem.ts';
import type { FileSystem } from './file-system.ts';

/** Bytes of pictures that are files too, by their digest. */
export type KeptBlobs = BlobStore & {
  /** Resolves when all that was put by now, and cannot be made again, is on the disk. */
  written(): Promise<void>;
  recipes(): RecipeEntry[];
  /** What nobody needs any more by now. */
  gone(): string[];
  /** Removes the files of what was gone then, and still is. */
  remove(digests: readonly string[]): Promise<void>;
  /** What was there before is there. */
  resume(digest: string, bytes: Uint8Array, recipe: PictureRecipe | undefined): void;
  /** A file that is there still, though no world needs it. */
  leave(digest: string): void;
};

export const BLOBS = 'blobs';

/** The file of a picture. What is no digest names none, wherever it was read. */
function blobFile(digest: string): string {
  if (DIGEST.test(digest)) return `${BLOBS}/${digest}`;
  throw new DataProblem(`${JSON.stringify(digest)} is not the digest of a picture`);
}

/** What is known of the files of pictures. */
type Shelf = {
  readonly files: FileSystem;
  readonly onDisk: Set<string>;
  readonly recipes: Map<string, PictureRecipe>;
  readonly gone: Set<string>;
  /** What is to be written before any change that comes behind it. */
  readonly unwritten: Map<string, Unwritten>;
  /** Pictures of which it is not sure that they outlast the machine. */
  readonly unsynced: Set<string>;
  folderIsBehind: boolean;
  removal: Promise<void>;
};

/** `note`: how a picture can be made again is kept with the changes. */
export function createKeptBlobs(inner: BlobStore, files: FileSystem, note: (entry: RecipeEntry) => void): KeptBlobs {
  const [onDisk, gone, unsynced] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [recipes, unwritten] = [new Map<string, PictureRecipe>(), new Map<string, Unwritten>()];
  const tables = { onDisk, recipes, gone, unwritten, unsynced };
  const shelf: Shelf = { files, ...tables, folderIsBehind: false, removal: Promise.resolve() };
  const learn = (digest: string, recipe: PictureRecipe | undefined) => {
    if (recipe === undefined || recipes.has(digest)) return;
    recipes.set(digest, recipe);
    note({ digest, recipe });
  };
  return {
    ...inner,
    put: (digest, bytes, recipe) => {
      blobFile(digest);
      inner.put(digest, bytes, recipe);
      gone.delete(digest);
      learn(digest, recipe);
      if (onDisk.has(digest)) return;
      onDisk.add(digest);
      unwritten.set(digest, { bytes, canBeMade: recipe !== undefined });
    },
    delete: (digest) => {
      inner.delete(digest);
      gone.add(digest);
    },
    written: () => writeAll(shelf),
    recipes: () => [...recipes].map(([digest, recipe]) => ({ digest, recipe })),
    gone: () => [...gone],
    remove: (digests) => {
      shelf.removal = shelf.removal.then(() => removeAll(shelf, digests));
      return shelf.removal;
    },
    resume: (digest, bytes, recipe) => {
      inner.put(digest, bytes, recipe);
      onDisk.add(digest);
      if (recipe === undefined) return;
      recipes.set(digest, recipe);
      unsynced.add(digest);
    },
    leave: (digest) => {
      onDisk.add(digest);
      gone.add(digest);
    },
  };
}

async function writeAll(shelf: Shelf): Promise<void> {
  const { files, unwritten, unsynced } = shelf;
  await shelf.removal;
  while (unwritten.size > 0) {
    const batch = [...unwritten];
    await Promise.all(batch.map(([digest, blob]) => writeBlob(files, digest, blob)));
    for (const [digest, { canBeMade }] of batch) {
      unwritten.delete(digest);
      if (canBeMade) unsynced.add(digest);
    }
    shelf.folderIsBehind = true;
  }
  await syncNames(shelf);
}

async function syncNames(shelf: Shelf): Promise<void> {
  if (shelf.folderIsBehind) await shelf.files.syncFolder(BLOBS);
  shelf.folderIsBehind = false;
}

async function removeAll(shelf: Shelf, digests: readonly string[]): Promise<void> {
  const { files, onDisk, recipes, gone, unwritten, unsynced } = shelf;
  const isGoing = (digest: string) => gone.has(digest) && !unwritten.has(digest);
  await syncMadeOf(shelf, new Set(digests.filter(isGoing)));
  for (const digest of digests) {
    // It may have come back meanwhile.
    if (!isGoing(digest)) continue;
    gone.delete(digest);
    unsynced.delete(digest);
    onDisk.delete(digest);
    recipes.delete(digest);
    await files.remove(blobFile(digest));
  }
}

/** What is made of pictures that go cannot be made again: from here on it outlasts the machine. */
async function syncMadeOf(shelf: Shelf, going: ReadonlySet<string>): Promise<void> {
  const { files, recipes, gone, unsynced } = shelf;
  for (const made of unsynced) {
    const recipe = recipes.get(made);
    if (gone.has(made) || recipe === undefined || !partsOf(recipe).some((part) => going.has(part))) continue;
    const bytes = await files.read(blobFile(made));
    if (bytes !== null) await writeBlob(files, made, { bytes, canBeMade: false });
    unsynced.delete(made);
    shelf.folderIsBehind = true;
  }
  await syncNames(shelf);
}

/** What a picture is made of. */
export function partsOf({ source, hairMask }: PictureRecipe): string[] {
  return hairMask === null ? [source.digest] : [source.digest, hairMask.digest];
}

type Unwritten = { bytes: Uint8Array; canBeMade: boolean };

/** What can be made again may be lost with the machine. */
async function writeBlob(files: FileSystem, digest: string, { bytes, canBeMade }: Unwritten): Promise<void> {
  const open = await files.create(blobFile(digest));
  try {
    await open.append(bytes);
    if (!canBeMade) await open.sync();
  } finally {
    await open.close();
  }
}

/** The bytes of a file, where they are those that were kept. */
export async function readBlob(files: FileSystem, digest: string): Promise<Uint8Array | 'missing' | 'damaged'> {
  const bytes = await files.read(blobFile(digest));
  if (bytes === null) return 'missing';
  return digestOf(bytes) === digest ? bytes : 'damaged';
}
