import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { textOfNamed } from '../../shared/named-file.ts';
import { SUITE_FILE } from './own/suite-file.ts';
import type { SuiteFiles } from './scenario/load-suite.ts';
import { type PackedFile, unpack } from './yaml/packed.ts';
import { type SourceFile, slashedPath } from './yaml/source-file.ts';

/** The folders of a suite that do not contain scenarios; all other files do. */
const FOLDERS = { rules: 'rules', library: 'lib', shapes: 'schemas', everyAnswer: 'every-answer' } as const;
const SHARED = Object.keys(FOLDERS) as readonly (keyof typeof FOLDERS)[];
type Part = keyof typeof FOLDERS | 'scenarios';

export function forEachPart<Files>(filesOf: (part: Part) => Files): Record<Part, Files> {
  const parts: Part[] = [...SHARED, 'scenarios'];
  return Object.fromEntries(parts.map((part) => [part, filesOf(part)])) as Record<Part, Files>;
}

/** The suite in the form that the build packs. */
export type PackedSuite = Record<Part, PackedFile[]>;

/** Returns the folder of the package's scenarios, in the sources or in dist. */
export function shippedFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const folder = ['../scenarios', 'scenarios', '../../scenarios'].map((path) => join(here, path)).find(isFolder);
  if (folder === undefined) throw new Error('the scenarios that come with the package are not there; install it again');
  return folder;
}

/** Returns whether a file belongs to the package. */
export function isShipped(file: string): boolean {
  const path = slashedPath(relative(shippedFolder(), resolve(file)));
  return !path.startsWith('..') && !isAbsolute(path);
}

/**
 * The files of a suite. A user's folder or file replaces the scenarios. It adds to the rules, set-ups, shapes and
 * expectations for every answer of the package.
 */
export function suiteFiles(own: readonly string[] = []): SuiteFiles {
  const base = packedFiles() ?? writtenFiles(shippedFolder());
  const others = own.filter((path) => relative(shippedFolder(), path) !== '');
  if (others.length === 0) return base;
  const files = others.map(filesOf);
  const ofUser = (part: Part) => once(files.flatMap((one) => one[part]));
  return {
    ...forEachPart((part) => (part === 'scenarios' ? ofUser(part) : [...base[part], ...ofUser(part)])),
    suites: once(files.flatMap((one) => one.suites ?? [])),
  };
}

/** Reads a file once even if both the file and its folder are named. */
function once(files: readonly SourceFile[]): SourceFile[] {
  return [...new Map(files.map((source) => [source.file, source])).values()];
}

/**
 * Returns the files of a run. A suite that extends that of the package is run together with its scenarios. A folder
 * with only expectations for every answer is applied to the scenarios of the package.
 */
export function filesToRun(own: readonly string[]): SuiteFiles {
  const files = suiteFiles(own);
  const extended = files.suites ?? [];
  if (files.scenarios.length > 0 && extended.length === 0) return files;
  const { everyAnswer, scenarios } = suiteFiles();
  if (extended.length > 0) return { ...files, scenarios: [...scenarios, ...files.scenarios] };
  return files.everyAnswer.length > everyAnswer.length ? { ...files, scenarios } : files;
}

/** A folder of rules, shapes and so on can be named directly, and so can a file in it. */
function filesOf(path: string): SuiteFiles {
  const isWhole = isFolder(path);
  const name = basename(resolve(isWhole ? path : dirname(path)));
  const part = SHARED.find((one) => FOLDERS[one] === name);
  if (part !== undefined) return { ...NOTHING, [part]: isWhole ? yamlBelow(path) : [readSource(path)] };
  return isWhole ? writtenFiles(path) : { ...NOTHING, scenarios: [readSource(path)] };
}

const NOTHING: SuiteFiles = forEachPart(() => []);

/** Reads the packed suite in dist, if any; null in the sources. */
function packedFiles(): SuiteFiles | null {
  const path = ['suite.json.br', '../suite.json.br']
    .map((name) => new URL(name, import.meta.url))
    .find((url) => existsSync(url));
  if (path === undefined) return null;
  const folder = shownPath(shippedFolder());
  const suite = JSON.parse(brotliDecompressSync(readFileSync(path)).toString()) as PackedSuite;
  return forEachPart((part) => suite[part].map((file) => openPacked(file, folder)));
}

function openPacked({ file, digest, nodes }: PackedFile, folder: string): SourceFile {
  const shown = posix.join(folder, file);
  return {
    file: shown,
    get text() {
      return readFileSync(shown, 'utf8');
    },
    read: { digest, nodes: () => nodes.map((packed) => unpack(packed, shown)) },
  };
}

/**
 * Reads the files of a folder. A folder of rules, shapes and so on is recognized at any depth. In a user's suite,
 * scenarios are only read from scenarios/; other files next to suite.yaml are ignored.
 */
export function writtenFiles(folder: string): SuiteFiles {
  const suite = join(folder, SUITE_FILE);
  const isSuite = existsSync(suite);
  const files = forEachPart((): SourceFile[] => []);
  for (const path of yamlPathsBelow(folder)) {
    const folders = slashedPath(dirname(path)).split('/');
    const part = SHARED.find((one) => folders.includes(FOLDERS[one]));
    if (part !== undefined) files[part].push(readSource(join(folder, path)));
    else if (!isSuite || folders[0] === 'scenarios') files.scenarios.push(readSource(join(folder, path)));
  }
  return { ...files, suites: isSuite ? [readSource(suite)] : [] };
}

/**
 * Lists the files below a folder, except for installed, hidden or generated ones, and except for open questions and
 * mutants, which have their own formats.
 */
function yamlPathsBelow(folder: string, below = ''): string[] {
  if (!isFolder(join(folder, below))) return [];
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.name.startsWith('.') || NOT_READ.includes(entry.name)) return [];
      if (entry.isDirectory()) return yamlPathsBelow(folder, path);
      return /\.ya?ml$/.test(entry.name) ? [path] : [];
    });
}

const NOT_READ: readonly string[] = ['node_modules', 'schema', 'questions', 'mutants', SUITE_FILE];

function yamlBelow(folder: string): SourceFile[] {
  return yamlPathsBelow(folder).map((path) => readSource(join(folder, path)));
}

function readSource(path: string): SourceFile {
  return { file: shownPath(path), text: textOfNamed(path) };
}

function shownPath(path: string): string {
  return slashedPath(relative('.', path) || path);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
