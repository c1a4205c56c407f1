import { constants, writeSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DataProblem } from '../../storage/data-problem.ts';
import type { FileSystem, OpenFile } from '../../storage/file-system.ts';
import { takeLock } from './lock-file.ts';

/** The files contain keys, so no one else may read them. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Links are not followed, because they may lead out of the folder. Windows has no such flag. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;
const FOR_WRITING = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_LINK;
/** Opening a pipe must not wait for its other end. */
const FOR_READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | NO_LINK;

/** The files of a folder on the disk, which is created if it does not exist. No path and no link leads out of it. */
export function diskFiles(folder: string): FileSystem {
  const at = (path: string) => pathInside(folder, path);
  const inFolder = async (path: string) => {
    const file = at(path);
    if (dirname(path) !== '.') await requireOwnFolder(at(dirname(path)));
    return file;
  };
  return {
    name: folder,
    read: async (path) => readRegular(await inFolder(path)),
    list: async (path) => {
      if (path !== '') await requireOwnFolder(at(path));
      return (await readdir(at(path)).catch(nullWhereMissing)) ?? [];
    },
    create: async (path) => {
      const file = await inFolder(path);
      return openFile(await open(file, FOR_WRITING, FILE_MODE).catch(refuseLink(file)));
    },
    rename: async (from, to) => rename(await inFolder(from), await inFolder(to)),
    remove: async (path) => rm(await inFolder(path), { force: true }),
    makeFolder: async (path) => {
      await makeFolder(at(path));
      await requireOwnFolder(at(path));
    },
    syncFolder: (path) => syncFolder(at(path)),
    lock: async () => {
      await makeFolder(folder);
      return takeLock(folder);
    },
  };
}

async function requireOwnFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(nullWhereMissing);
  if (found?.isSymbolicLink()) throw isLink(path);
}

async function readRegular(file: string): Promise<Uint8Array | null> {
  const handle = await open(file, FOR_READING).catch(refuseLink(file)).catch(nullWhereMissing);
  if (handle === null) return null;
  try {
    if (!(await handle.stat()).isFile()) throw new DataProblem(`${file} is not a regular file`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function refuseLink(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === 'ELOOP' ? isLink(file) : error;
  };
}

function isLink(path: string): DataProblem {
  return new DataProblem(`${path} is a symbolic link, which may point outside the folder: replace it with its target`);
}

/** Up to this size files are written synchronously: the page cache accepts the data, without the thread pool. */
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

/** Node's `recursive` never returns if a folder exists in which none can be created, such as /proc. */
export async function makeFolder(path: string): Promise<void> {
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

/** Windows cannot open folders, and makes names durable by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Ignores missing files and folders. */
export function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** The path of a file in a folder. Others may have written the name, so one that would leave the folder is refused. */
export function pathInside(folder: string, path: string): string {
  const way = relative(folder, resolve(folder, path));
  const leaves = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) || path.includes('\0');
  if (leaves) throw new DataProblem(`${JSON.stringify(path)} is not a file in ${folder}: nothing was read or written`);
  return join(folder, way);
}
