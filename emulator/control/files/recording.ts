/** How a session is recorded. */
export type RecordOptions = {
  /** The file that it goes to, line by line; without it, it is held until it is saved. */
  file?: string;
  /** Keys, secrets and pictures are replaced: such a file replays to the same statuses, not to the same bytes. */
  redact?: boolean;
};

/** A recording that goes on: what came and what was answered, as tryon-emulator replay takes it. */
export type Recording = {
  /** What was recorded so far. */
  read(): Promise<Uint8Array>;
  /** Writes it into a file that only its owner can read. */
  save(file: string): Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};
