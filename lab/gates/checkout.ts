import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
  const base = baseOf();
  return { commit: git('rev-parse', 'HEAD'), paths: base === null ? [] : linesOf(git('diff', '--name-only', base)) };
}

/** A file as it was before the change; null if it was not there. */
export function textBefore(path: string): string | null {
  const base = baseOf();
  if (base === null || git('ls-tree', '--name-only', base, path) === '') return null;
  return git('show', `${base}:${path}`);
}

/** Null without git, and in a clone of a single commit. */
function baseOf(): string | null {
  if (!existsSync(join(ROOT, '.git'))) return null;
  const commit = git('rev-parse', 'HEAD');
  return ['origin/main', 'main', 'HEAD~1'].flatMap(baseWith).find((base) => base !== commit) ?? null;
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
