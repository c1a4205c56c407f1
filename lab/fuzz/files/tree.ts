import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything in a folder except what is below `except`: names, kinds and contents. */
export function treeOf(folder: string, except: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (path === except) return [];
      const found = lstatSync(path);
      if (found.isDirectory()) return [path, ...treeOf(path, except)];
      return found.isFile() ? [`${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`] : [path];
    });
}
