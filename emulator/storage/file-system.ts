/** The files of one folder, by paths within it. What was not synced may be lost with the machine. */
export type FileSystem = {
  /** Where it is, as users know it. */
  readonly name: string;
  /** Null if there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** The names in a folder; none if it is not there. */
  list(folder: string): Promise<string[]>;
  /** A new file, in place of what was there. */
  create(path: string): Promise<OpenFile>;
  /** In place of what was there, in one step. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Its names are kept: files that were made, renamed or removed in it. */
  syncFolder(path: string): Promise<void>;
  /** Keeps others out, until the returned function is called. Throws `DataProblem` where someone else is in. */
  lock(): Promise<() => Promise<void>>;
};

export type OpenFile = {
  append(bytes: Uint8Array): Promise<void>;
  /** Writes bytes over those with which the file begins. */
  rewrite(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
};

const ASIDE = '.new';

/** Writes a file beside the one that it replaces, which stays until the new one is whole on the disk. It is left open. */
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
