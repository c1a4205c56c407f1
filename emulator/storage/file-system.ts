/** The files of one folder, by relative path. Data that was not synced may be lost if the machine fails. */
export type FileSystem = {
  /** The location as the user knows it. */
  readonly name: string;
  /** Null if the file does not exist. */
  read(path: string): Promise<Uint8Array | null>;
  /** The names in a folder; empty if it does not exist. */
  list(folder: string): Promise<string[]>;
  /** Creates a file, replacing any existing one. */
  create(path: string): Promise<OpenFile>;
  /** Replaces any existing file, atomically. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Makes the names in a folder durable after files were created, renamed or removed. */
  syncFolder(path: string): Promise<void>;
  /** Locks the folder until the returned function is called. Throws `DataProblem` if it is already locked. */
  lock(): Promise<() => Promise<void>>;
};

export type OpenFile = {
  append(bytes: Uint8Array): Promise<void>;
  /** Overwrites the beginning of the file. */
  rewrite(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
};

const ASIDE = '.new';

/**
 * Replaces a file by writing a new one next to it; the old file stays until the new one is completely on the disk. The
 * new file stays open.
 */
export async function replaceFile(files: FileSystem, path: string, bytes: Uint8Array): Promise<OpenFile> {
  const open = await files.create(`${path}${ASIDE}`);
  try {
    await open.append(bytes);
    await open.sync();
    await files.rename(`${path}${ASIDE}`, path);
    await files.syncFolder('');
    return open;
  } catch (error) {
    await open.close().catch(() => {});
    throw error;
  }
}
