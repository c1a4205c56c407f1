import type { SnapshotReport } from '../schemas/world-shapes.ts';

/** About the maximum length of a text in Node. */
export const LARGEST_FILE = 500 * 1024 * 1024;

export type FileOptions = {
  /** A snapshot of the world to use instead of its current state. */
  snapshot?: string;
};

/** Exports and imports a world as one file with its pictures: for another emulator, a test, or a bug report. */
export type FileControl = {
  /** Exports the whole world, or one of its snapshots, including keys and secrets. */
  export(options?: FileOptions): Promise<Uint8Array>;
  /** Replaces the world with the contents of a file, which later resets restore; or stores the file as a snapshot. */
  import(file: Uint8Array, options?: FileOptions): Promise<SnapshotReport>;
};

/** Options for recording a session. */
export type RecordOptions = {
  /** The file to write to, line by line; without it, the recording is held in memory until it is saved. */
  file?: string;
  /** Replaces keys, secrets and pictures: such a file replays to the same statuses, but not to the same bytes. */
  redact?: boolean;
};

/** A running recording of requests and answers, for tryon-emulator replay. */
export type Recording = {
  /** What has been recorded so far. */
  read(): Promise<Uint8Array>;
  /** Saves it to a file that only its owner can read. */
  save(file: string): Promise<void>;
  /** Ends the recording. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};
