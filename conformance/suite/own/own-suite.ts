import { dirname, posix } from 'node:path';
import { didYouMean } from '../../../shared/nearest.ts';
import type { Registry } from '../rules/rule.ts';
import { FEATURES } from '../vocabulary.ts';
import { childOf, type Node, type Place } from '../yaml/node.ts';
import { BadSource, type Problem } from '../yaml/problem.ts';
import { readAs } from '../yaml/read-as.ts';
import { documentsOf, type SourceFile } from '../yaml/source-file.ts';
import { type Change, compileChange, isIdle } from './change.ts';
import { NAME, type SuiteFile, suiteFile } from './suite-file.ts';

/** A suite of somebody's own beside that of the package: what its suite.yaml says. */
export type OwnSuite = {
  file: string;
  folder: string;
  name: string;
  version: string | null;
  about: string | null;
  /** The text of which its rules are, as a path from here. */
  spec: string | null;
  features: Readonly<Record<string, OwnFeature>>;
  draft: readonly Change[];
  deviations: readonly OwnDeviation[];
};

export type OwnFeature = { about: string; probe: string | null };

/** A way to break a rule: a part of the draft is left out, or answers are changed, or both. */
export type OwnDeviation = {
  id: string;
  breaks: string;
  about: string | null;
  without: string | null;
  change: Change;
  place: Place;
};

/** Every mistake goes to the problems; null where the file is none at all. */
export function readOwnSuite(source: SourceFile, problems: Problem[]): OwnSuite | null {
  const node = documentOf(source, problems);
  const said = node === null ? null : readAs(suiteFile, node, 'a suite', problems);
  if (node === null || said === null) return null;
  const folder = dirname(source.file);
  const draft = (said.draft ?? []).map((entry, index) => compileChange(entry, itemOf(node, 'draft', index), problems));
  const deviations = (said.deviations ?? []).map((entry, index) =>
    deviationOf(entry, itemOf(node, 'deviations', index), problems),
  );
  const suite: OwnSuite = {
    file: source.file,
    folder,
    name: said.name,
    version: said.version ?? null,
    about: said.about ?? null,
    spec: said.spec === undefined ? null : posix.join(folder, said.spec),
    features: Object.fromEntries(
      Object.entries(said.features ?? {}).map(([name, { about, probe }]) => [name, { about, probe: probe ?? null }]),
    ),
    draft,
    deviations,
  };
  refuseIdle(suite, node, problems);
  refuseFeatures(node, problems);
  return suite;
}

/** The changes that a server shows which keeps to the draft but for one deviation. */
export function changesWith({ draft }: OwnSuite, { without, change }: OwnDeviation): Change[] {
  return [...draft.filter(({ id }) => id === null || id !== without), change];
}

/** Deviations break rules that there are. */
export function refuseUnknownRules({ deviations }: OwnSuite, registry: Registry, problems: Problem[]): void {
  for (const { breaks, place } of deviations)
    if (!registry.has(breaks))
      problems.push({ place, message: `there is no rule ${breaks}${didYouMean(breaks, [...registry.keys()])}` });
}

function documentOf(source: SourceFile, problems: Problem[]): Node | null {
  try {
    const [node, more] = documentsOf(source);
    const place = more?.place ?? { file: source.file, line: 1, column: 1 };
    if (node !== undefined && more === undefined) return node;
    problems.push({ place, message: 'a suite is one document, which begins with extends: tryon-kit' });
  } catch (error) {
    if (!(error instanceof BadSource)) throw error;
    for (const problem of error.problems) problems.push(problem);
  }
  return null;
}

function itemOf(node: Node, name: string, index: number): Node {
  const list = childOf(node, name);
  return (list?.kind === 'list' ? list.items[index] : undefined) ?? node;
}

type Written = NonNullable<SuiteFile['deviations']>[number];

function deviationOf({ id, breaks, about, without, ...written }: Written, node: Node, problems: Problem[]) {
  const change = compileChange(written, node, problems);
  return { id, breaks, about: about ?? null, without: without ?? null, change, place: node.place };
}

/** What changes nothing, leaves out what there is not, or is called as another one is. */
function refuseIdle({ draft, deviations }: OwnSuite, node: Node, problems: Problem[]): void {
  const parts = draft.flatMap(({ id }) => id ?? []);
  draft.forEach((change, index) => {
    if (isIdle(change)) problems.push({ place: itemOf(node, 'draft', index).place, message: IDLE });
  });
  const first = new Map<string, Place>();
  for (const { id, without, change, place } of deviations) {
    const before = first.get(id);
    if (before !== undefined)
      problems.push({ place, message: `there is a deviation ${id} already, at ${before.file}:${before.line}` });
    else first.set(id, place);
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
      problems.push({ place, message: `${key} is no name of a feature: small letters, digits and -` });
  }
}

const IDLE = 'it changes nothing; say what: set, remove, status or delay';

/** Whether something stands in a file of this suite. */
export function isOf({ folder }: Pick<OwnSuite, 'folder'>, { file }: Pick<Place, 'file'>): boolean {
  const path = posix.relative(folder, file);
  return !path.startsWith('..') && !posix.isAbsolute(path) && !path.split('/').includes('node_modules');
}
