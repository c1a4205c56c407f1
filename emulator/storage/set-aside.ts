import type { FileSystem } from './file-system.ts';

/** Where files go that could not be read, or that nothing needs that could be read: for a person to look at. */
const SET_ASIDE = 'set-aside';

/** Moves files of a list aside, all of them or some, under names that are not taken, and takes them off the list. */
export async function moveAside(files: FileSystem, list: Set<string>, some: Iterable<string> = list): Promise<void> {
  const due = [...some].filter((path) => list.has(path));
  if (due.length === 0) return;
  await files.makeFolder(SET_ASIDE);
  const taken = new Set(await files.list(SET_ASIDE));
  for (const path of due) {
    if ((await files.read(path)) !== null) await moveOne(files, path, taken);
    list.delete(path);
  }
  await files.syncFolder(SET_ASIDE);
  await files.syncFolder('');
}

async function moveOne(files: FileSystem, path: string, taken: Set<string>): Promise<void> {
  const name = path.replaceAll('/', '-');
  let number = 1;
  while (taken.has(`${number}-${name}`)) number += 1;
  await files.rename(path, `${SET_ASIDE}/${number}-${name}`);
  taken.add(`${number}-${name}`);
}
