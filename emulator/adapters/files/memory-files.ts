import { DataProblem } from '../../storage/data-problem.ts';
import type { FileSystem } from '../../storage/file-system.ts';

/** Files that are there for as long as the returned object. */
export function memoryFiles(all: Map<string, Uint8Array> = new Map()): FileSystem {
  let isLocked = false;
  return {
    name: 'memory',
    read: async (path) => all.get(path) ?? null,
    list: async (folder) => {
      const above = folder === '' ? '' : `${folder}/`;
      const below = [...all.keys()].filter((path) => path.startsWith(above)).map((path) => path.slice(above.length));
      return [...new Set(below.map((path) => path.split('/')[0] ?? ''))];
    },
    create: async (path) => {
      all.set(path, new Uint8Array());
      return {
        append: async (bytes) => void all.set(path, Buffer.concat([all.get(path) ?? new Uint8Array(), bytes])),
        sync: async () => {},
        close: async () => {},
      };
    },
    rename: async (from, to) => {
      const bytes = all.get(from);
      if (bytes === undefined) throw new Error(`there is no ${from}`);
      all.delete(from);
      all.set(to, bytes);
    },
    remove: async (path) => void all.delete(path),
    makeFolder: async () => {},
    syncFolder: async () => {},
    lock: async () => {
      if (isLocked) throw new DataProblem('memory is in use');
      isLocked = true;
      return async () => {
        isLocked = false;
      };
    },
  };
}
