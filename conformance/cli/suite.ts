import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UsageError } from '../../shared/command.ts';
import { openSuite } from '../certify.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import { shippedFolder, writtenFiles } from '../suite/suite-files.ts';
import { slashedPath } from '../suite/yaml/source-file.ts';
import { readNamed } from './files.ts';

/** The suite that a command works on, with all mistakes refused. */
export function openChecked(paths: readonly string[]): Loaded {
  return openSuite(ownPaths(paths, '--scenarios'));
}

/**
 * Scenario files and folders that the user named, without the folder of the package, which is read in any case.
 */
export function ownPaths(paths: readonly string[], what: string): string[] {
  for (const path of paths) {
    if (!existsSync(path)) throw new UsageError(`${what} ${path}: there is no such file or folder`);
    if (isVoid(path, what))
      throw new UsageError(`${what} ${path}: there is no scenario in it, nor anything else in YAML`);
  }
  const shipped = shippedFolder();
  return paths.filter((path) => {
    const [first = ''] = slashedPath(relative(shipped, resolve(path))).split('/');
    return !['', 'rules', 'lib', 'schemas', 'schema', 'every-answer'].includes(first);
  });
}

/** Refuses files without any scenario. */
function isVoid(path: string, what: string): boolean {
  if (!statSync(path).isDirectory()) return readNamed(path, what).trim() === '';
  return Object.values(writtenFiles(path)).every((files) => (files ?? []).length === 0);
}
