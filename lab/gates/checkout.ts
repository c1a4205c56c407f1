import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tests } from './whole-tests.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export function wholeTests(): Tests {
  const paths = linesOf(git('ls-files', '*.whole.test.ts'));
  return { paths, textOf: (path) => readFileSync(join(ROOT, path), 'utf8') };
}

export type Change = { commit: string; paths: string[] };

/** What differs from the main branch; on the main branch itself, what the last commit changed. */
export function changeOf(): Change {
  const commit = git('rev-parse', 'HEAD');
  const bases = ['origin/main', 'main', 'HEAD~1'].flatMap(baseWith).filter((base) => base !== commit);
  // A clone of a single commit says nothing about what was there before.
  const paths = bases[0] === undefined ? [] : linesOf(git('diff', '--name-only', bases[0]));
  return { commit, paths };
}

function baseWith(name: string): string[] {
  try {
    return [git('merge-base', 'HEAD', name)];
  } catch {
    return [];
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
