import type { FileSystem } from './file-system.ts';

/** Where files go that could not be read, or that nothing needs that could be read: for a person to look at. */
const SET_ASIDE = 'set-aside';

/** Moves files of a data directory aside, under names that are not taken, and takes them off the list. */
export async function moveAside(files: FileSystem, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  await files.makeFolder(SET_ASIDE);
  for (const path of paths.splice(0)) {
    if ((await files.read(path)) === null) continue;
    const taken = new Set(await files.list(SET_ASIDE));
    const name = path.replaceAll('/', '-');
    let number = 1;
    while (taken.has(`${number}-${name}`)) number += 1;
    await files.rename(path, `${SET_ASIDE}/${number}-${name}`);
  }
  await files.syncFolder(SET_ASIDE);
  await files.syncFolder('');
}
