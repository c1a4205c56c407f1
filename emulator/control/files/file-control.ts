import type { SnapshotReport } from '../schemas/world-shapes.ts';

/** About as much as a text of Node's can hold. */
export const LARGEST_FILE = 500 * 1024 * 1024;

export type FileOptions = {
  /** In place of the world as it is now, one of its snapshots. */
  snapshot?: string;
};

/** A world as one file, its pictures included: for another emulator, a test, or a report of what went wrong. */
export type FileControl = {
  /** The whole world, or one of its snapshots, with its keys and secrets. */
  export(options?: FileOptions): Promise<Uint8Array>;
  /** Replaces the world with the contents of a file, to which later resets return; or keeps the file as a snapshot. */
  import(file: Uint8Array, options?: FileOptions): Promise<SnapshotReport>;
};

/** How a session is recorded. */
export type RecordOptions = {
  /** The file that it goes to, line by line; without it, it is held until it is saved. */
  file?: string;
  /** Keys, secrets and pictures are replaced: such a file replays to the same statuses, not to the same bytes. */
  redact?: boolean;
};

/** A running recording of requests and answers, for tryon-emulator replay. */
export type Recording = {
  /** What was recorded so far. */
  read(): Promise<Uint8Array>;
  /** Writes it into a file that only its owner can read. */
  save(file: string): Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};
