import { parsePath } from '../../../shared/expression/paths.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, type MapEntry, type Node, plain } from '../../../shared/yaml/node.ts';
import { isOf, type OwnSuite } from '../../suite/own/own-suite.ts';
import { isGraded } from '../../suite/rules/rule.ts';
import { trace } from '../../suite/rules/trace.ts';
import { type Loaded, loadSuite, type SuiteFiles } from '../../suite/scenario/load-suite.ts';
import { isShipped, suiteFiles } from '../../suite/suite-files.ts';
import { asWarning, BadSource, isWarning, type Problem, problemText } from '../../suite/yaml/problem.ts';
import { readDocuments, type SourceFile } from '../../suite/yaml/source-file.ts';
import { tracedScenarios } from '../traced-scenarios.ts';
import { acceptedCalls, refusalsAlone } from './refusals-alone.ts';

export type Findings = { scenarios: number; problems: Problem[]; warnings: Problem[] };

export function lintSuite(paths: readonly string[]): Findings {
  const files = suiteFiles(paths);
  try {
    const loaded = loadSuite(files);
    const setUps = files.library.flatMap(readable);
    compileSetUps(setUps, loaded);
    const claims = [...claimProblems(loaded), ...openEnds(files, loaded), ...withoutSpares(loaded)];
    const warnings = [...warningsOf(loaded, setUps), ...cannotFail(loaded)].map(asWarning);
    const all = inOrder([...loaded.context.problems, ...claims, ...warnings]);
    return {
      scenarios: loaded.suite.scenarios.length,
      problems: all.filter((problem) => !isWarning(problem)),
      warnings: all.filter(isWarning),
    };
  } catch (error) {
    if (!(error instanceof BadSource)) throw error;
    return { scenarios: 0, problems: inOrder(error.problems), warnings: [] };
  }
}

/** Compiles every set-up, including those that no scenario uses. */
function compileSetUps(setUps: readonly Node[], { context }: Loaded): void {
  for (const node of setUps) {
    const name = childOf(node, 'set_up');
    if (name?.kind === 'scalar' && typeof name.value === 'string') context.library(name.value, name);
  }
}

/** The documents of a file; none if it is not YAML, which is already reported. */
function readable(source: SourceFile): Node[] {
  return readDocuments(source, []);
}

/** A scenario must cover exactly the rules that its steps check. */
function claimProblems(loaded: Loaded): Problem[] {
  const { registry } = loaded.suite;
  const { checkedNotCovered, coveredNotChecked, ungraded } = trace({ registry, scenarios: tracedScenarios(loaded) });
  const placeOf = placesOfCovers(loaded);
  return [
    ...checkedNotCovered.map(({ rule, place }) => ({ place, message: `${rule} is checked here; add it to covers` })),
    ...coveredNotChecked.map(({ rule, scenario, place }) => ({
      place: placeOf(scenario, rule) ?? place,
      message: `${rule} is in covers, and no step checks it`,
    })),
    ...ungraded.map(({ rule, scenario, place }) => ({
      place: placeOf(scenario, rule) ?? place,
      message: `${rule} is in covers, but cannot be graded; remove it`,
    })),
  ];
}

function placesOfCovers({ suite }: Loaded) {
  const scenarios = new Map(suite.scenarios.map((scenario) => [scenario.id, scenario]));
  return (scenario: string, rule: string) =>
    scenarios.get(scenario)?.covers.find((one) => one.rule === rule)?.place ?? null;
}

function warningsOf({ suite }: Loaded, setUps: readonly Node[]): Problem[] {
  const accepted = new Set(setUps.flatMap(acceptedCalls));
  return suite.scenarios.flatMap((scenario) => [
    ...(scenario.about === null
      ? [{ place: scenario.place, message: 'about is missing: describe in one sentence what the scenario shows' }]
      : []),
    ...refusalsAlone(scenario, accepted),
  ]);
}

/** Placeholders to be filled in, and members with unknown names, in the author's own files only. */
function openEnds(files: SuiteFiles, { suite }: Loaded): Problem[] {
  const own = (sources: readonly SourceFile[] = []) => sources.filter(({ file }) => !isShipped(file)).flatMap(readable);
  const { rules, scenarios, library, everyAnswer, suites } = files;
  const written = [rules, scenarios, library, everyAnswer, suites].flatMap(own);
  const known = memberNames(files.shapes.flatMap(readable), suite.own);
  return [...placeholders(written), ...unknownMembers([...own(scenarios), ...own(library)], known)];
}

/**
 * Rules of the user's suite that no scenario checks, or that no deviation breaks: nothing proves that a server can fail
 * them.
 */
function cannotFail({ suite, context }: Loaded): Problem[] {
  const checked = new Set([...context.mentioned, ...suite.everyAnswer.mentioned].map(({ rule }) => rule));
  const broken = new Set(suite.own.flatMap(({ deviations }) => deviations.map(({ breaks }) => breaks)));
  return [...suite.registry.values()].flatMap((rule) => {
    const { id, place } = rule;
    if (!isGraded(rule) || !suite.own.some((own) => isOf(own, place))) return [];
    if (!checked.has(id)) return [{ place, message: `nothing can fail ${id} yet: no scenario checks it` }];
    if (broken.has(id)) return [];
    return [{ place, message: `nothing can fail ${id} yet: no deviation in suite.yaml breaks it` }];
  });
}

/**
 * Derived rules that state neither when a breach is lawful nor why that is unknown. In a user's suite, this is a
 * warning.
 */
function withoutSpares({ suite }: Loaded): Problem[] {
  return [...suite.registry.values()].flatMap(({ id, level, spares, open, place }) => {
    if (level !== 'derived' || spares !== null || open !== null) return [];
    const remedy =
      'list the lawful exceptions under spares, or explain under open why they cannot be listed; until then each violation is a warning, and the next version will refuse the rule';
    const problem = { place, message: `${id} is derived and has neither spares nor open: ${remedy}` };
    return [isShipped(place.file) ? problem : asWarning(problem)];
  });
}

/** Removes duplicates, and sorts by file and line. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const different = new Map(problems.map((problem) => [problemText(problem), problem]));
  return [...different.values()].sort(({ place: a }, { place: b }) => {
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column;
  });
}

/** Parts of a new file that its author has not filled in yet. */
const PLACEHOLDER = /^(?:…|\.\.\.|(?:TO|FIX)(?:DO|ME)\b.*)$/;

function placeholders(nodes: readonly Node[]): Problem[] {
  return nodes.flatMap(allBelow).flatMap((node) => {
    if (node.kind !== 'scalar' || typeof node.value !== 'string' || !PLACEHOLDER.test(node.value)) return [];
    return [{ place: node.place, message: `${node.value} is to be filled in` }];
  });
}

/** Every name that a shape gives to a member, or that a draft puts into an answer. */
function memberNames(shapes: readonly Node[], suites: readonly OwnSuite[]): Set<string> {
  const inShapes = shapes.flatMap((node) => propertiesIn(plain(node)));
  const inDrafts = suites.flatMap(({ draft }) =>
    draft.flatMap(({ set }) => set.flatMap(({ path, value }) => [...namesOf(path), ...namesIn(value)])),
  );
  return new Set([...inShapes, ...inDrafts]);
}

/** Expectations for members of a body that neither a shape nor a draft names: they are usually misspelled. */
function unknownMembers(scenarios: readonly Node[], known: ReadonlySet<string>): Problem[] {
  return scenarios.flatMap(entriesBelow).flatMap(({ key, keyPlace: place }) => {
    const path = /^body[.[]/.test(key) && !key.includes('${') ? parsePath(key) : null;
    const unknown = namesOf(path ?? []).slice(1);
    const open = unknown.findIndex((name) => OPEN.includes(name));
    const name = unknown
      .slice(0, open === -1 ? undefined : open)
      .find((one) => !known.has(one) && !OF_LISTS.includes(one));
    if (name === undefined) return [];
    const remedy = 'put it into a shape of your own in schemas/, or into draft';
    return [{ place, message: `no shape has a member ${name}${didYouMean(name, [...known])}; ${remedy}` }];
  });
}

/** The specification does not name the members of these. */
const OPEN: readonly string[] = ['details', 'unit_costs'];
const OF_LISTS: readonly string[] = ['each', 'first', 'last', 'count'];

function namesOf(path: NonNullable<ReturnType<typeof parsePath>>): string[] {
  return path.flatMap((segment) => (segment.kind === 'member' ? [segment.name] : []));
}

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : [],
  );
  return [...own, ...Object.values(schema).flatMap(propertiesIn)];
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

function allBelow(node: Node): Node[] {
  if (node.kind === 'scalar') return [node];
  return node.kind === 'list' ? node.items.flatMap(allBelow) : node.entries.flatMap(({ value }) => allBelow(value));
}

function entriesBelow(node: Node): MapEntry[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'list') return node.items.flatMap(entriesBelow);
  return node.entries.flatMap((entry) => [entry, ...entriesBelow(entry.value)]);
}
