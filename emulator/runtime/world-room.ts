import type { Memory } from '../domain/memory/memory.ts';
import type { BlobStore } from '../world/ports.ts';
import { recordsIn, type WorldState } from '../world/state.ts';
import type { Room } from '../world/world.ts';

/** The memory that a World, its snapshots and its ready state use in the emulator. */
export type WorldRoom = Room & {
  /** Counts the current state, whatever its size. */
  note(state: WorldState): void;
  /** Counts the state that a reset restores. */
  noteReady(state: WorldState): void;
  /** Adds or removes one snapshot. */
  noteSnapshot(state: WorldState, more: 1 | -1): void;
  /** The World has ended and holds nothing any more. */
  close(): void;
};

export function createWorldRoom(memory: Memory, blobs: BlobStore): WorldRoom {
  const records = { now: 0, ready: 0, saved: 0 };
  let snapshots = 0;
  let isClosed = false;
  const count = (what: keyof typeof records, present: number) => {
    if (isClosed) return;
    memory.add('records', present - records[what]);
    records[what] = present;
  };
  const countSnapshots = (present: number) => {
    if (isClosed) return;
    memory.add('snapshots', present - snapshots);
    snapshots = present;
  };
  return {
    requireRecords: (state) => {
      const present = recordsIn(state);
      memory.require('records', present - records.now);
      count('now', present);
    },
    requireUpload: ({ digest, sizeBytes }) => blobs.requireRoom(sizeBytes, digest),
    requirePictures: ({ sizeBytes }) => blobs.requireRoomInAll(sizeBytes),
    note: (state) => count('now', recordsIn(state)),
    noteReady: (state) => count('ready', recordsIn(state)),
    noteSnapshot: (state, more) => {
      count('saved', records.saved + more * recordsIn(state));
      countSnapshots(snapshots + more);
    },
    close: () => {
      for (const what of ['now', 'ready', 'saved'] as const) count(what, 0);
      countSnapshots(0);
      isClosed = true;
    },
  };
}
