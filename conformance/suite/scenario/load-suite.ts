import { createHash } from 'node:crypto';
import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, type MapNode, type Node, type Place } from '../../../shared/yaml/node.ts';
import { compileEveryAnswer } from '../every-answer/compile.ts';
import { loadShapes } from '../expectation/shapes.ts';
import { compileTemplate, type Template } from '../expression/template.ts';
import { readOwnSuite, refuseUnknownRules } from '../own/own-suite.ts';
import { loadRules } from '../rules/load-rules.ts';
import { readFields, readText } from '../yaml/fields.ts';
import { BadSource, type Problem, problemText, uniquely } from '../yaml/problem.ts';
import { digestOfSource, readDocuments, type SourceFile } from '../yaml/source-file.ts';
import { sparesOfRule } from './compile-checks.ts';
import { instancesOf } from './compile-instance.ts';
import { compileSteps } from './compile-step.ts';
import { SET_UP } from './fields.ts';
import { globalNames, type KnownHere, knownWith } from './known.ts';
import { misplaced, readScenario } from './read-scenario.ts';
import type { Instance, SetUp } from './scenario.ts';
import { newStepContext } from './step-context.ts';
import type { Scenario, Suite, SuiteContext } from './suite.ts';

export type SuiteFiles = Record<'rules' | 'scenarios' | 'library' | 'shapes' | 'everyAnswer', SourceFile[]> & {
  /** The suite.yaml of each suite that extends that of the package. */
  suites?: SourceFile[];
};

/** A suite, and the problems found while reading it. */
export type Loaded = { suite: Suite; context: SuiteContext };

/** Reads all files of a suite. Steps are compiled later, which may add to the `problems` of the context. */
export function loadSuite(files: SuiteFiles): Loaded {
  const problems: Problem[] = [];
  const own = (files.suites ?? []).flatMap((source) => readOwnSuite(source, problems) ?? []);
  const registry = loadRules(files.rules);
  for (const one of own) refuseUnknownRules(one, registry, problems);
  const shapes = loadShapes(files.shapes);
  const mentioned: SuiteContext['mentioned'] = [];
  const ownFeatures = own.flatMap(({ features }) => Object.keys(features));
  const library = readLibrary(files.library, problems);
  const context: SuiteContext = {
    problems,
    registry,
    shapes,
    mentioned,
    globals: globalNames(ownFeatures),
    compiled: new Map(),
    library: (name, node) => compileSetUp(name, node, library, context),
  };
  const scenarios = files.scenarios.flatMap((source) =>
    readDocuments(source, problems).flatMap((node) => readScenario(node, registry, problems, ownFeatures) ?? []),
  );
  uniquely(scenarios, ({ id }) => `scenario ${id}`, problems);
  for (const rule of registry.values()) sparesOfRule(rule, context);
  const onEveryAnswer = files.everyAnswer.flatMap((source) => readDocuments(source, problems));
  const everyAnswer = compileEveryAnswer(onEveryAnswer, context);
  const suite = { registry, scenarios, shapes, library: context.library, everyAnswer, own, digest: digestOf(files) };
  return { suite, context };
}

/** Throws the problems of the suite as a whole. A caller that wants to continue can read `context.problems` instead. */
export function refuseProblems({ problems }: SuiteContext): void {
  const seen = new Set<string>();
  const different = problems.filter((problem) => {
    const line = problemText(problem);
    return !seen.has(line) && seen.add(line);
  });
  if (different.length > 0) throw new BadSource(different);
}

/** `isOpen`: the set-up is being compiled. */
type LibraryEntry = { name: string; node: MapNode; place: Place; compiled: SetUp | null; isOpen: boolean };

function readLibrary(files: readonly SourceFile[], problems: Problem[]): Map<string, LibraryEntry> {
  const entries = files
    .flatMap((source) => readDocuments(source, problems))
    .flatMap((node): LibraryEntry[] => {
      const name = readText(childOf(node, 'set_up'), 'set_up', problems);
      if (name === null) problems.push({ place: node.place, message: 'a set-up begins with set_up: lib/its-name' });
      if (name === null || node.kind !== 'map') return [];
      return [{ name, node, place: node.place, compiled: null, isOpen: false }];
    });
  return uniquely(
    entries,
    ({ name }) => `set-up ${name}`,
    problems,
    ({ name }) => name,
  );
}

/** Compiles a set-up when the first step uses it. A set-up that uses itself is a mistake. */
function compileSetUp(
  name: string,
  node: Node,
  library: Map<string, LibraryEntry>,
  context: SuiteContext,
): SetUp | null {
  const entry = library.get(name);
  if (entry === undefined) {
    const known = [...library.keys()];
    context.problems.push({ place: node.place, message: `there is no set-up ${name}${didYouMean(name, known)}` });
    return null;
  }
  if (entry.compiled !== null) return entry.compiled;
  if (entry.isOpen) {
    context.problems.push({ place: node.place, message: `${name} uses itself` });
    return null;
  }
  entry.isOpen = true;
  entry.compiled = setUpOf(name, entry.node, context);
  return entry.compiled;
}

function setUpOf(name: string, node: MapNode, context: SuiteContext): SetUp {
  const { problems } = context;
  const fields = readFields(node, SET_UP, 'a set-up', problems, misplaced);
  const takes = takesOf(fields.takes, context);
  const names = Object.fromEntries([...takes.keys()].map((key) => [key, true as const]));
  const here: KnownHere = { names: { ...context.globals, ...names, item: true, index: true } };
  const steps = compileSteps(fields.steps?.items ?? [], newStepContext(context, here, fields.defaults));
  const gives = fields.gives === undefined ? null : compileTemplate(fields.gives, problems, knownWith(here));
  return { name, takes, steps, gives };
}

function takesOf(map: MapNode | undefined, { problems, globals }: SuiteContext): Map<string, Template | null> {
  const known = knownWith({ names: { ...globals } });
  return new Map(
    (map?.entries ?? []).map(({ key, value }): [string, Template | null] => {
      const isRequired = value.kind === 'scalar' && value.value === null;
      return [key, isRequired ? null : compileTemplate(value, problems, known)];
    }),
  );
}

function digestOf(files: SuiteFiles): string {
  const hash = createHash('sha256');
  const all = Object.values(files)
    .flatMap((some) => some ?? [])
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  for (const source of all) hash.update(`${source.file.split('/').slice(-2).join('/')}\0${digestOfSource(source)}\0`);
  return hash.digest('hex').slice(0, 16);
}

const CHECKED = Symbol('checked');

/**
 * Scenarios without mistakes, in all arms and rows. A run accepts only these, so that nothing is sent if there is a
 * mistake.
 */
export type CheckedScenarios = Loaded & { scenarios: readonly Scenario[]; readonly [CHECKED]: true };

/** Throws all mistakes of scenarios, with their places. */
export function checkScenarios(
  loaded: Loaded,
  scenarios: readonly Scenario[] = loaded.suite.scenarios,
): CheckedScenarios {
  compileScenarios(loaded, scenarios);
  refuseProblems(loaded.context);
  return { ...loaded, scenarios, [CHECKED]: true };
}

/** Compiles every possible run of the scenarios, in every arm and row, to find all mistakes. */
export function compileScenarios({ context }: Loaded, scenarios: readonly Scenario[]): Map<string, Instance[]> {
  return new Map(
    scenarios.map((scenario) => {
      const arms = scenario.arms.length === 0 ? [null] : scenario.arms;
      return [scenario.id, arms.flatMap((arm) => instancesOf(scenario, arm, context))];
    }),
  );
}
