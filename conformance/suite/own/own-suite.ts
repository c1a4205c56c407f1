import { dirname, posix } from 'node:path';
import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, type Node, type Place } from '../../../shared/yaml/node.ts';
import type { Registry } from '../rules/rule.ts';
import { FEATURES } from '../vocabulary.ts';
import { type Problem, uniquely } from '../yaml/problem.ts';
import { readAs } from '../yaml/read-as.ts';
import { readDocuments, type SourceFile } from '../yaml/source-file.ts';
import { type Change, compileChange, isIdle } from './change.ts';
import { NAME, type SuiteFile, suiteFile, type WrittenDeviation } from './suite-file.ts';

/** A user's suite, which extends that of the package: the contents of its suite.yaml. */
export type OwnSuite = Pick<SuiteFile, 'name' | 'version' | 'about'> & {
  file: string;
  folder: string;
  /** The path to the specification of its rules, relative to the working directory. */
  spec: string | null;
  features: NonNullable<SuiteFile['features']>;
  draft: readonly Change[];
  deviations: readonly OwnDeviation[];
};

/** A way to break a rule: it omits a part of the draft, changes answers, or does both. */
export type OwnDeviation = Pick<WrittenDeviation, 'id' | 'breaks' | 'about' | 'without'> & {
  change: Change;
  place: Place;
};

/** Adds every mistake to `problems`. Returns null if the file is not a suite at all. */
export function readOwnSuite(source: SourceFile, problems: Problem[]): OwnSuite | null {
  const node = documentOf(source, problems);
  const said = node === null ? null : readAs(suiteFile, node, 'a suite', problems);
  if (node === null || said === null) return null;
  const folder = dirname(source.file);
  const draft = (said.draft ?? []).map((entry, index) => ({
    id: entry.id,
    ...compileChange(entry, itemOf(node, 'draft', index), problems),
  }));
  const deviations = (said.deviations ?? []).map((entry, index) =>
    deviationOf(entry, itemOf(node, 'deviations', index), problems),
  );
  const { name, version, about, features = {} } = said;
  const spec = said.spec === null ? null : posix.join(folder, said.spec);
  const suite: OwnSuite = { file: source.file, folder, name, version, about, spec, features, draft, deviations };
  refuseIdle(suite, node, problems);
  refuseFeatures(node, problems);
  return suite;
}

/** Returns the changes of a server that follows the draft except for one deviation. */
export function changesWith({ draft }: OwnSuite, { without, change }: OwnDeviation): Change[] {
  return [...draft.filter(({ id }) => id === null || id !== without), change];
}

/** Reports deviations that break unknown rules. */
export function refuseUnknownRules({ deviations }: OwnSuite, registry: Registry, problems: Problem[]): void {
  for (const { breaks, place } of deviations)
    if (!registry.has(breaks))
      problems.push({ place, message: `there is no rule ${breaks}${didYouMean(breaks, [...registry.keys()])}` });
}

function documentOf(source: SourceFile, problems: Problem[]): Node | null {
  const before = problems.length;
  const [node, more] = readDocuments(source, problems);
  const place = more?.place ?? { file: source.file, line: 1, column: 1 };
  if (node !== undefined && more === undefined) return node;
  if (problems.length === before)
    problems.push({ place, message: 'a suite is one document, which begins with extends: tryon-kit' });
  return null;
}

function itemOf(node: Node, name: string, index: number): Node {
  const list = childOf(node, name);
  return (list?.kind === 'list' ? list.items[index] : undefined) ?? node;
}

function deviationOf({ id, breaks, about, without, ...written }: WrittenDeviation, node: Node, problems: Problem[]) {
  const change = { id: null, ...compileChange(written, node, problems) };
  return { id, breaks, about, without, change, place: node.place };
}

/** Reports changes without effect, changes that leave out something unknown, and duplicate ids. */
function refuseIdle({ draft, deviations }: OwnSuite, node: Node, problems: Problem[]): void {
  const parts = draft.flatMap(({ id }) => id ?? []);
  draft.forEach((change, index) => {
    if (isIdle(change)) problems.push({ place: itemOf(node, 'draft', index).place, message: IDLE });
  });
  uniquely(deviations, ({ id }) => `deviation ${id}`, problems);
  for (const { without, change, place } of deviations) {
    if (without !== null && !parts.includes(without))
      problems.push({ place, message: `no entry of draft has the id ${without}${didYouMean(without, parts)}` });
    if (without === null && isIdle(change)) problems.push({ place, message: IDLE });
  }
}

function refuseFeatures(node: Node, problems: Problem[]): void {
  const features = childOf(node, 'features');
  for (const { key, keyPlace: place } of features?.kind === 'map' ? features.entries : []) {
    if (Object.hasOwn(FEATURES, key))
      problems.push({ place, message: `${key} is a feature of the package; take another name` });
    else if (!NAME.test(key))
      problems.push({ place, message: `${key} is not a feature name: use lower-case letters, digits and -` });
  }
}

const IDLE = 'it changes nothing; add set, remove, status or delay';

export function isOf({ folder }: Pick<OwnSuite, 'folder'>, { file }: Pick<Place, 'file'>): boolean {
  const path = posix.relative(folder, file);
  return !path.startsWith('..') && !posix.isAbsolute(path) && !path.split('/').includes('node_modules');
}
