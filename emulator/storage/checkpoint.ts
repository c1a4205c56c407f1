import type { Snapshot } from '../runtime/keeper.ts';
import type { Book, KeptWorld } from './book.ts';
import { type ChangeLog, LOG_NAME } from './change-log.ts';
import type { FileSystem } from './file-system.ts';
import type { KeptBlobs } from './kept-blobs.ts';
import {
  logFrom,
  MANIFEST,
  type Manifest,
  PREVIOUS,
  type SnapshotManifest,
  type WorldManifest,
  writeManifest,
} from './manifest.ts';
import { type Segment, writeSegment } from './segment.ts';
import { moveAside } from './set-aside.ts';
import { type CapturedState, captureState, rowsOf } from './state-rows.ts';
import { versionsNow } from './versions.ts';

export type CheckpointParts = {
  files: FileSystem;
  /** The previous manifest. */
  before: Manifest;
  /** Unreadable files to move aside. */
  setAside: Set<string>;
  book: Book;
  log: ChangeLog;
  blobs: KeptBlobs;
  version: string;
};

export const SEGMENTS = 'segments';

/** A world at the instant of a checkpoint, with its state only if it differs from what was written before. */
type Captured = { about: Omit<WorldManifest, 'state'>; state: CapturedState | null; snapshots: [Snapshot, number][] };

/**
 * Writes the current state of all worlds, in pieces between which other work can run. After that, older states and the
 * changes up to now are no longer needed. Returns the new manifest.
 */
export async function writeCheckpoint(parts: CheckpointParts): Promise<Manifest> {
  const { files, before, book, log, blobs, version, setAside } = parts;
  // Synchronous, so that everything is from the same instant.
  const from = log.cut();
  const [next, gone] = [{ ...book.next }, blobs.gone()];
  const changed = [...book.worlds.values()].filter(({ isChanged }) => isChanged);
  const captured = [...book.worlds.values()].map(capture);
  for (const world of changed) world.isChanged = false;
  try {
    const checkpoint = before.checkpoint + 1;
    const worlds = await writeWorlds(files, captured, checkpoint, before);
    const snapshots = await writeSnapshots(files, captured, before);
    await files.syncFolder(SEGMENTS);
    // A checkpoint must not be stored before the changes that precede it.
    await log.synced();
    await blobs.written();
    // A damaged manifest must be moved before the new one replaces it; other files only after the new one exists.
    await moveAside(files, setAside, [MANIFEST]);
    if (before.checkpoint > 0) await writeManifest(files, PREVIOUS, before);
    const about = { ...versionsNow(), version, checkpoint, ...logFrom(from, log.sumBefore(from)), next };
    const manifest = { ...about, worlds, snapshots };
    await writeManifest(files, MANIFEST, manifest);
    await blobs.moveAside();
    await removeOld(files, before.checkpoint > 0 ? [manifest, before] : [manifest]);
    await blobs.remove(gone);
    return manifest;
  } catch (error) {
    for (const world of changed) world.isChanged = true;
    throw error;
  }
}

function capture({ id, host, config, parent, isEntered, isChanged, snapshots, saved }: KeptWorld): Captured {
  const { name, clock, requests, ready, world } = host;
  const about = {
    id,
    name,
    config: config as Record<string, unknown>,
    parent,
    isEntered,
    clock: clock.row(),
    requests,
    ready: snapshots.get(ready) ?? null,
    saved: [...saved].map(([of, snapshot]): [string, number] => [of, snapshots.get(snapshot) ?? 0]),
  };
  return { about, state: isChanged ? captureState(world.state) : null, snapshots: [...snapshots] };
}

async function writeWorlds(
  files: FileSystem,
  captured: readonly Captured[],
  checkpoint: number,
  before: Manifest,
): Promise<WorldManifest[]> {
  const known = new Map(before.worlds.map(({ id, state }) => [id, state]));
  const worlds: WorldManifest[] = [];
  for (const { about, state } of captured) {
    const file = `${SEGMENTS}/world-${about.id}-${checkpoint}.ndjson`;
    const segment = state === null ? known.get(about.id) : await writeSegment(files, file, rowsOf(state));
    if (segment === undefined) throw new Error(`nothing is written of the world ${about.name}`);
    worlds.push({ ...about, state: segment });
  }
  return worlds;
}

/** Snapshots never change, so each is written only once. */
async function writeSnapshots(
  files: FileSystem,
  captured: readonly Captured[],
  before: Manifest,
): Promise<SnapshotManifest[]> {
  const known = new Map(before.snapshots.map((snapshot) => [snapshot.id, snapshot]));
  const written: SnapshotManifest[] = [];
  for (const [{ state, clock, requests }, id] of captured.flatMap(({ snapshots }) => snapshots)) {
    const rows = () => rowsOf(captureState(state));
    const file = `${SEGMENTS}/snapshot-${id}.ndjson`;
    written.push(known.get(id) ?? { id, clock, requests, state: await writeSegment(files, file, rows()) });
  }
  return written;
}

export function segmentsOf({ worlds, snapshots }: Manifest): Segment[] {
  return [...worlds, ...snapshots].map(({ state }) => state);
}

/** Removes files that neither manifest needs. */
async function removeOld(files: FileSystem, manifests: readonly Manifest[]): Promise<void> {
  const needed = new Set(manifests.flatMap(segmentsOf).map(({ file }) => file));
  const from = manifests.reduce((least, manifest) => Math.min(least, manifest.from), Number.POSITIVE_INFINITY);
  for (const name of await files.list(SEGMENTS))
    if (!needed.has(`${SEGMENTS}/${name}`)) await files.remove(`${SEGMENTS}/${name}`);
  for (const name of await files.list('')) {
    const [, first] = LOG_NAME.exec(name) ?? [];
    if (first !== undefined && Number(first) < from) await files.remove(name);
  }
}
