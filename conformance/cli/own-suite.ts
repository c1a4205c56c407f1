import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Flags, type FlagTable, flagGroup, textFlag, textsFlag, UsageError } from '../../shared/command.ts';
import { openSuite } from '../certify.ts';
import { BASE_SUITE, SUITE_FILE } from '../suite/own/suite-file.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import { shippedFolder, writtenFiles } from '../suite/suite-files.ts';
import { slashedPath } from '../suite/yaml/source-file.ts';
import { readNamed } from './files.ts';

/** The flag for the user's suite, for every command that reads one. */
export const SUITE_FLAGS = flagGroup('Suite', {
  suite: {
    about: 'folder of your own suite, with a suite.yaml',
    value: 'DIR',
    default: 'the current folder or a parent',
  },
}) satisfies FlagTable;

/** The flags of a command that can read other scenarios instead of the built-in ones. */
export const SCENARIO_FLAGS = {
  ...flagGroup('Suite', {
    scenarios: { about: 'file or folder of scenarios that replaces the built-in ones', value: 'PATH', multiple: true },
  }),
  ...SUITE_FLAGS,
} satisfies FlagTable;

/** The user's files: a suite that extends the built-in one, and those of --scenarios. */
export function ownPathsOf(flags: Flags): string[] {
  const suite = suiteFolder(flags);
  return [...(suite === null ? [] : [suite]), ...textsFlag(flags, 'scenarios')];
}

/** The named suite folder, or the one around the current folder; null if there is none. */
export function suiteFolder(flags: Flags): string | null {
  const named = textFlag(flags, 'suite');
  if (named === undefined) return suiteAround(resolve('.'));
  if (existsSync(join(named, SUITE_FILE))) return named;
  const remedy = `tryon-conformance init --suite ${named} creates one`;
  throw new UsageError(`--suite ${named}: it contains no ${SUITE_FILE}; ${remedy}`);
}

/**
 * Other programs may also have a suite.yaml: if it is not named on the command line, it must declare that it extends
 * this suite.
 */
function suiteAround(folder: string): string | null {
  const file = join(folder, SUITE_FILE);
  if (existsSync(file) && EXTENDS.test(readNamed(file, ''))) return relative('.', folder) || '.';
  const above = dirname(folder);
  return above === folder ? null : suiteAround(above);
}

const EXTENDS = new RegExp(`^extends:\\s*["']?${BASE_SUITE}\\b`, 'm');

/** Opens the suite that a command works on. Throws if it has mistakes. */
export function openChecked(paths: readonly string[]): Loaded {
  return openSuite(ownPaths(paths, '--scenarios'));
}

/** Scenario files and folders that the user named, except the built-in folder, which is always read. */
export function ownPaths(paths: readonly string[], what: string): string[] {
  for (const path of paths) {
    if (!existsSync(path)) throw new UsageError(`${what} ${path}: there is no such file or folder`);
    if (isVoid(path, what)) throw new UsageError(`${what} ${path}: the folder contains no YAML files`);
  }
  const shipped = shippedFolder();
  return paths.filter((path) => {
    const [first = ''] = slashedPath(relative(shipped, resolve(path))).split('/');
    return !['', 'rules', 'lib', 'schemas', 'schema', 'every-answer'].includes(first);
  });
}

/** Whether a path has no scenario at all. */
function isVoid(path: string, what: string): boolean {
  if (!statSync(path).isDirectory()) return readNamed(path, what).trim() === '';
  return Object.values(writtenFiles(path)).every((files) => (files ?? []).length === 0);
}
