import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { File } from './rooms.ts';

/** The files of a checkout, without what git ignores. A package has no `.git`, so the folders are read. */
export function filesIn(root: string): File[] {
  const isIgnored = ignoredBy(readFileSync(join(root, '.gitignore'), 'utf8'));
  const below = (folder: string): File[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git' || isIgnored(path)) return [];
      if (entry.isDirectory()) return below(path);
      return entry.isFile() ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
    });
  return below('');
}

/** Knows the forms that the file has: a name anywhere, a path from the root, and `*` in a name. */
function ignoredBy(text: string): (path: string) => boolean {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const expressions = patterns.map((pattern) => {
    const plain = pattern.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
    return new RegExp(plain.includes('/') ? `^${plain}$` : `(?:^|/)${plain}$`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
}
