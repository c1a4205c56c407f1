import type { FileSystem } from './file-system.ts';

/** The folder for unreadable files, and for files that only unreadable ones need, so that a person can look at them. */
const SET_ASIDE = 'set-aside';

/** Moves some or all files of a list aside, under unused names, and removes them from the list. */
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
