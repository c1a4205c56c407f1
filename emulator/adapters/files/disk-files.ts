import { writeSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileSystem, OpenFile } from '../../storage/file-system.ts';
import { takeLock } from './lock-file.ts';

/** What is kept has keys in it: nobody else may read it. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The files of a folder on the disk, which is made where it is not there. */
export function diskFiles(folder: string): FileSystem {
  const at = (path: string) => join(folder, path);
  return {
    name: folder,
    read: (path) => readFile(at(path)).catch(nullWhereMissing),
    list: async (path) => (await readdir(at(path)).catch(nullWhereMissing)) ?? [],
    create: async (path) => openFile(await open(at(path), 'w', FILE_MODE)),
    rename: (from, to) => rename(at(from), at(to)),
    remove: (path) => rm(at(path), { force: true }),
    makeFolder: (path) => makeFolder(at(path)),
    syncFolder: (path) => syncFolder(at(path)),
    lock: async () => {
      await makeFolder(folder);
      return takeLock(folder);
    },
  };
}

/** What is written at once where it is no more than this: the page cache takes it, and a turn of other threads is saved. */
const SMALL = 64 * 1024;

function openFile(handle: Awaited<ReturnType<typeof open>>): OpenFile {
  return {
    append: async (bytes) => {
      const isSmall = bytes.byteLength <= SMALL;
      for (let written = 0; written < bytes.byteLength; ) {
        const left = bytes.byteLength - written;
        written += isSmall
          ? writeSync(handle.fd, bytes, written, left)
          : (await handle.write(bytes, written, left)).bytesWritten;
      }
    },
    rewrite: async (bytes) => void writeSync(handle.fd, bytes, 0, bytes.byteLength, 0),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** Node's own `recursive` never ends where a folder exists in which none can be made, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, FOLDER_MODE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (await isFolder(path)) return;
    if (code !== 'ENOENT' || (await isFolder(dirname(path)))) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, FOLDER_MODE);
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (there) => there.isDirectory(),
    () => false,
  );
}

/** Windows opens no folder, and keeps its names without being asked. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
