import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { SuiteFiles } from './scenario/load-suite.ts';
import { type PackedFile, type PackedSuite, unpack } from './yaml/packed.ts';
import { slashedPath } from './yaml/slashed-path.ts';
import type { SourceFile } from './yaml/source-file.ts';

/** The folders of a suite that hold no scenarios; every other file does. */
const PARTS = ['rules', 'lib', 'schemas', 'every-answer'] as const;

/** The suite that comes with the package, beside the sources or in dist. */
export function shippedFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const folder = ['../scenarios', 'scenarios', '../../scenarios'].map((path) => join(here, path)).find(isFolder);
  if (folder === undefined) throw new Error('the scenarios that come with the package are not there; install it again');
  return folder;
}

/**
 * The files of a suite. A folder or a file of one's own brings scenarios; rules, set-ups, shapes and what is expected of every
 * answer are those of the package, and its own beside them.
 */
export function suiteFiles(own: readonly string[] = []): SuiteFiles {
  const base = packedFiles() ?? writtenFiles(shippedFolder());
  const others = own.filter((path) => relative(shippedFolder(), path) !== '');
  if (others.length === 0) return base;
  const files = others.map(filesOf);
  const of = (part: Exclude<keyof SuiteFiles, 'scenarios'>) => [...base[part], ...files.flatMap((one) => one[part])];
  const scenarios = files.flatMap((one) => one.scenarios);
  return {
    rules: of('rules'),
    library: of('library'),
    shapes: of('shapes'),
    everyAnswer: of('everyAnswer'),
    scenarios,
  };
}

/** Those of a run: what is expected of every answer alone is expected in the scenarios of the package. */
export function filesToRun(own: readonly string[]): SuiteFiles {
  const files = suiteFiles(own);
  if (files.scenarios.length > 0) return files;
  const { everyAnswer, scenarios } = suiteFiles();
  return files.everyAnswer.length > everyAnswer.length ? { ...files, scenarios } : files;
}

/** A folder called every-answer may be named by itself, and so may a file in it. */
function filesOf(path: string): SuiteFiles {
  const isWhole = isFolder(path);
  if (basename(resolve(isWhole ? path : dirname(path))) === 'every-answer')
    return { ...NOTHING, everyAnswer: isWhole ? yamlBelow(path) : [readSource(path)] };
  return isWhole ? writtenFiles(path) : { ...NOTHING, scenarios: [readSource(path)] };
}

const NOTHING: SuiteFiles = { rules: [], scenarios: [], library: [], shapes: [], everyAnswer: [] };

/** The suite that the build has packed, beside this file in dist; null in the sources. */
function packedFiles(): SuiteFiles | null {
  const path = ['suite.json.br', '../suite.json.br']
    .map((name) => new URL(name, import.meta.url))
    .find((url) => existsSync(url));
  if (path === undefined) return null;
  const folder = shownPath(shippedFolder());
  const suite = JSON.parse(brotliDecompressSync(readFileSync(path)).toString()) as PackedSuite;
  const opened = (files: readonly PackedFile[]) => files.map((file) => openPacked(file, folder));
  return {
    rules: opened(suite.rules),
    scenarios: opened(suite.scenarios),
    library: opened(suite.library),
    shapes: opened(suite.shapes),
    everyAnswer: opened(suite.everyAnswer),
  };
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

/** The files of a folder as they were written. */
export function writtenFiles(folder: string): SuiteFiles {
  const [rules = [], library = [], shapes = [], everyAnswer = []] = PARTS.map((part) => yamlBelow(join(folder, part)));
  const others = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !NO_SCENARIOS.includes(name));
  const scenarios = others.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? yamlBelow(path) : isYaml(entry.name) ? [readSource(path)] : [];
  });
  return { rules, library, shapes, everyAnswer, scenarios };
}

const NO_SCENARIOS: readonly string[] = [...PARTS, 'schema', 'questions'];

function yamlBelow(folder: string): SourceFile[] {
  if (!isFolder(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isYaml).sort();
  return names.map((name) => readSource(join(folder, name)));
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

function readSource(path: string): SourceFile {
  return { file: shownPath(path), text: readFileSync(path, 'utf8') };
}

function shownPath(path: string): string {
  return slashedPath(relative('.', path) || path);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
