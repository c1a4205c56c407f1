import { Low } from 'lowdb';
import type { ClockRow, ClockSettings } from '../runtime/clock.ts';
import type { FileSystem } from './file-system.ts';
import type { Segment } from './segment.ts';
import { damaged } from './segment.ts';
import { requireKnownFormat, type Versions, versionsNow } from './versions.ts';

/** What a data directory holds: the worlds as they were at one instant, and from which change on they have changed since. */
export type Manifest = Versions & {
  /** The program that has written it. */
  version: string;
  /** How many were written. */
  checkpoint: number;
  /** The number of the first change behind it. */
  from: number;
  /** The next numbers of worlds and snapshots. */
  next: { world: number; snapshot: number };
  worlds: WorldManifest[];
  snapshots: SnapshotManifest[];
  recipes: Segment | null;
};

export type WorldManifest = {
  id: number;
  name: string;
  config: object;
  parent: number | null;
  isEntered: boolean;
  clock: ClockRow;
  requests: number;
  state: Segment;
  /** By their numbers. */
  ready: number | null;
  saved: [name: string, snapshot: number][];
};

export type SnapshotManifest = { id: number; clock: ClockSettings; requests: number; state: Segment };

export function emptyManifest(version: string): Manifest {
  const next = { world: 1, snapshot: 1 };
  return { ...versionsNow(), version, checkpoint: 0, from: 1, next, worlds: [], snapshots: [], recipes: null };
}

export const MANIFEST = 'manifest.json';
const ASIDE = 'manifest.json.new';

/** The manifest as a document: what it was stays until what it will be is whole on the disk. */
export function manifestOf(files: FileSystem): Low<Manifest | null> {
  return new Low<Manifest | null>(
    { read: () => readManifest(files), write: (data) => writeManifest(files, data) },
    null,
  );
}

async function readManifest(files: FileSystem): Promise<Manifest | null> {
  const bytes = await files.read(MANIFEST);
  if (bytes === null) return null;
  const manifest = parsed(files, bytes);
  requireKnownFormat(files.name, manifest);
  return manifest;
}

function parsed(files: FileSystem, bytes: Uint8Array): Manifest {
  try {
    const manifest = JSON.parse(Buffer.from(bytes).toString());
    if (Number.isInteger(manifest?.format)) return manifest;
  } catch {
    throw damaged(files, `${MANIFEST} is no JSON`);
  }
  throw damaged(files, `${MANIFEST} names no format`);
}

async function writeManifest(files: FileSystem, manifest: Manifest | null): Promise<void> {
  const open = await files.create(ASIDE);
  try {
    await open.append(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    await open.sync();
  } finally {
    await open.close();
  }
  await files.rename(ASIDE, MANIFEST);
  await files.syncFolder('');
}
