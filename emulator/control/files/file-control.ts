import type { SnapshotReport } from '../schemas/world-shapes.ts';

/** About as much as a text of Node's can hold. */
export const LARGEST_FILE = 500 * 1024 * 1024;

export type FileOptions = {
  /** In place of the world as it is now, one of its snapshots. */
  snapshot?: string;
};

/** A world as one file, its pictures included: for another emulator, a test, or a report of what went wrong. */
export type FileControl = {
  /** All that the world is, or that a snapshot of it is. Its keys and secrets are in it. */
  export(options?: FileOptions): Promise<Uint8Array>;
  /** Makes the world that of a file, to which a reset comes back from then on; or keeps it as a snapshot. */
  import(file: Uint8Array, options?: FileOptions): Promise<SnapshotReport>;
};
