import { open, realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { fileProblem, TO_READ } from '../../shared/named-file.ts';

/** Where pictures can be given by path: anywhere, inside a folder, or not at all (null). */
export type PictureFolder = 'anywhere' | { folder: string } | null;

/** More than any picture that a world can accept. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Reads a picture that a configuration or a control call names, or returns why it cannot be read. */
export function readPictureFile(file: string, within: PictureFolder): Promise<Uint8Array | { problem: string }> {
  return readNamedFile(file, within, MOST_BYTES);
}

/** The same for any file, up to a size. */
export async function readNamedFile(
  file: string,
  within: PictureFolder,
  most: number,
): Promise<Uint8Array | { problem: string }> {
  if (within === null)
    return {
      problem:
        'can be a path only if the emulator was started with --files DIR (files of createEmulator); otherwise send the bytes as base64',
    };
  const path = within === 'anywhere' ? file : await insideOf(within.folder, file);
  if (path === null) return { problem: `${file} is not inside the folder of --files` };
  const handle = await open(path, TO_READ).catch((error: NodeJS.ErrnoException) => error);
  if (handle instanceof Error)
    return { problem: `${file} cannot be read${handle.code === 'ENOENT' ? ': there is no such file' : ''}` };
  try {
    const problem = fileProblem(await handle.stat(), most);
    return problem === null ? await handle.readFile() : { problem: `${file} ${problem}` };
  } finally {
    await handle.close();
  }
}

/** Resolves links before checking where they lead. */
async function insideOf(folder: string, file: string): Promise<string | null> {
  const home = await realpath(folder).catch(() => null);
  if (home === null) return null;
  const path = await realpath(resolve(home, file)).catch(() => resolve(home, file));
  return path.startsWith(home.endsWith(sep) ? home : home + sep) ? path : null;
}
