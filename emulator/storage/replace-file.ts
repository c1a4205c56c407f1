import type { FileSystem, OpenFile } from './file-system.ts';

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
