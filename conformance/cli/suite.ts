import { existsSync, readFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Report } from '../report/report.ts';
import { type Loaded, loadSuite, refuseProblems } from '../scenario/load-suite.ts';
import type { Suite } from '../scenario/suite.ts';
import { shippedFolder, suiteFiles, writtenFiles } from '../suite-files.ts';
import { slashedPath } from '../yaml/slashed-path.ts';
import { UsageError } from './command.ts';
import { compileSuite } from './compile-suite.ts';

/** The suite that a command works on, whole and without a mistake. */
export function openChecked(paths: readonly string[], what = '--scenarios'): Loaded {
  const own = ownPaths(paths, what);
  const loaded = loadSuite(suiteFiles(own));
  // What comes with the package is checked by its tests.
  if (own.length > 0) compileSuite(loaded);
  refuseProblems(loaded.context);
  return loaded;
}

/**
 * Scenario files and folders that a user has named. The folder of the package, and what scenarios share in it, is read in
 * any case.
 */
export function ownPaths(paths: readonly string[], what: string): string[] {
  for (const path of paths) {
    if (!existsSync(path)) throw new UsageError(`${what} ${path}: there is no such file or folder`);
    if (isVoid(path)) throw new UsageError(`${what} ${path}: there is no scenario in it, nor anything else in YAML`);
  }
  const shipped = shippedFolder();
  return paths.filter((path) => {
    const [first = ''] = slashedPath(relative(shipped, resolve(path))).split('/');
    return !['', 'rules', 'lib', 'schemas', 'schema'].includes(first);
  });
}

/** To find nothing wrong with nothing is no answer. */
function isVoid(path: string): boolean {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8').trim() === '';
  return Object.values(writtenFiles(path)).every((files) => files.length === 0);
}

/** Rules of another suite would be looked up in vain. */
export function assertSameSuite({ suite: { digest } }: Report, suite: Suite, file: string): void {
  if (digest === suite.digest) return;
  throw new UsageError(
    `${file}: it is of the suite ${digest}, and this is ${suite.digest}; name its scenarios with --scenarios, or use the version of this tool that made it`,
  );
}
