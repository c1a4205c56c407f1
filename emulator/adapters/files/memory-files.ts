import { DataProblem } from '../../storage/data-problem.ts';
import type { FileSystem } from '../../storage/file-system.ts';

/** Files that exist as long as the returned object. */
export function memoryFiles(all: Map<string, Uint8Array> = new Map()): FileSystem {
  let isLocked = false;
  /** Open files, which keep their content when they are renamed. */
  const open = new Set<{ path: string }>();
  return {
    name: 'memory',
    read: async (path) => all.get(path) ?? null,
    list: async (folder) => {
      const above = folder === '' ? '' : `${folder}/`;
      const below = [...all.keys()].filter((path) => path.startsWith(above)).map((path) => path.slice(above.length));
      return [...new Set(below.map((path) => path.split('/')[0] ?? ''))];
    },
    create: async (path) => {
      const file = { path };
      open.add(file);
      all.set(path, new Uint8Array());
      const bytes = () => all.get(file.path) ?? new Uint8Array();
      return {
        append: async (added) => void all.set(file.path, Buffer.concat([bytes(), added])),
        rewrite: async (start) => void all.set(file.path, Buffer.concat([start, bytes().subarray(start.byteLength)])),
        sync: async () => {},
        close: async () => void open.delete(file),
      };
    },
    rename: async (from, to) => {
      const bytes = all.get(from);
      if (bytes === undefined) throw new Error(`there is no ${from}`);
      all.delete(from);
      all.set(to, bytes);
      for (const file of open) if (file.path === from) file.path = to;
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
