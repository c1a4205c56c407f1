import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { textOfNamed } from '../../shared/named-file.ts';
import { SUITE_FILE } from './own/suite-file.ts';
import type { SuiteFiles } from './scenario/load-suite.ts';
import { type PackedFile, unpack } from './yaml/packed.ts';
import { type SourceFile, slashedPath } from './yaml/source-file.ts';

/** The folders of a suite that hold no scenarios; every other file does. */
const FOLDERS = { rules: 'rules', library: 'lib', shapes: 'schemas', everyAnswer: 'every-answer' } as const;
const SHARED = Object.keys(FOLDERS) as readonly (keyof typeof FOLDERS)[];
type Part = keyof typeof FOLDERS | 'scenarios';

export function forEachPart<Files>(filesOf: (part: Part) => Files): Record<Part, Files> {
  const parts: Part[] = [...SHARED, 'scenarios'];
  return Object.fromEntries(parts.map((part) => [part, filesOf(part)])) as Record<Part, Files>;
}

/** The suite as the build packs it. */
export type PackedSuite = Record<Part, PackedFile[]>;

/** The suite that comes with the package, beside the sources or in dist. */
export function shippedFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const folder = ['../scenarios', 'scenarios', '../../scenarios'].map((path) => join(here, path)).find(isFolder);
  if (folder === undefined) throw new Error('the scenarios that come with the package are not there; install it again');
  return folder;
}

/** Whether a file is one of the package. */
export function isShipped(file: string): boolean {
  const path = slashedPath(relative(shippedFolder(), resolve(file)));
  return !path.startsWith('..') && !isAbsolute(path);
}

/**
 * The files of a suite. A folder or a file of the user brings scenarios; rules, set-ups, shapes and what is expected of every
 * answer are those of the package, and its own beside them.
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

/** A file that is named by itself and with its folder is read once. */
function once(files: readonly SourceFile[]): SourceFile[] {
  return [...new Map(files.map((source) => [source.file, source])).values()];
}

/**
 * Those of a run. A suite of the user extends that of the package, whose scenarios are run too; what is expected of every
 * answer alone is expected in these.
 */
export function filesToRun(own: readonly string[]): SuiteFiles {
  const files = suiteFiles(own);
  const extended = files.suites ?? [];
  if (files.scenarios.length > 0 && extended.length === 0) return files;
  const { everyAnswer, scenarios } = suiteFiles();
  if (extended.length > 0) return { ...files, scenarios: [...scenarios, ...files.scenarios] };
  return files.everyAnswer.length > everyAnswer.length ? { ...files, scenarios } : files;
}

/** A folder of rules, shapes and so on may be named by itself, and so may a file in it. */
function filesOf(path: string): SuiteFiles {
  const isWhole = isFolder(path);
  const name = basename(resolve(isWhole ? path : dirname(path)));
  const part = SHARED.find((one) => FOLDERS[one] === name);
  if (part !== undefined) return { ...NOTHING, [part]: isWhole ? yamlBelow(path) : [readSource(path)] };
  return isWhole ? writtenFiles(path) : { ...NOTHING, scenarios: [readSource(path)] };
}

const NOTHING: SuiteFiles = forEachPart(() => []);

/** The suite that the build has packed, beside this file in dist; null in the sources. */
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
 * The files of a folder as they were written. A folder of rules, shapes and so on is one wherever it lies; in a suite of one's
 * own the scenarios lie in scenarios/, and what else is beside suite.yaml is no part of it.
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

/** Below a folder, without what is installed, hidden or generated, and without open questions and mutants, which have a form of their own. */
function yamlPathsBelow(folder: string, below = ''): string[] {
  if (!isFolder(join(folder, below))) return [];
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.name.startsWith('.') || NOT_READ.includes(entry.name)) return [];
      if (entry.isDirectory()) return yamlPathsBelow(folder, path);
      return isYaml(entry.name) ? [path] : [];
    });
}

const NOT_READ: readonly string[] = ['node_modules', 'schema', 'questions', 'mutants', SUITE_FILE];

function yamlBelow(folder: string): SourceFile[] {
  return yamlPathsBelow(folder).map((path) => readSource(join(folder, path)));
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
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
