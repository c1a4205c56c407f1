import { isOf } from '../../suite/own/own-suite.ts';
import { isGraded } from '../../suite/rules/rule.ts';
import { trace } from '../../suite/rules/trace.ts';
import { type Loaded, loadSuite, type SuiteFiles } from '../../suite/scenario/load-suite.ts';
import { isShipped, suiteFiles } from '../../suite/suite-files.ts';
import { childOf, type Node } from '../../suite/yaml/node.ts';
import { BadSource, isWarning, type Problem, problemText } from '../../suite/yaml/problem.ts';
import { documentsOf, type SourceFile } from '../../suite/yaml/source-file.ts';
import { tracedScenarios } from '../traced-scenarios.ts';
import { acceptedCalls, refusalsAlone } from './refusals-alone.ts';
import { memberNames, placeholders, unknownMembers } from './unfilled.ts';

export type Findings = { scenarios: number; problems: Problem[]; warnings: Problem[] };

/** The problems of a suite, and its warnings. */
export function lintSuite(paths: readonly string[]): Findings {
  const files = suiteFiles(paths);
  try {
    const loaded = loadSuite(files);
    const setUps = files.library.flatMap(readable);
    compileSetUps(setUps, loaded);
    const unlisted = withoutSpares(loaded);
    const claims = [...claimProblems(loaded), ...openEnds(files, loaded), ...unlisted.filter(isOurs)];
    const compiled = loaded.context.problems;
    return {
      scenarios: loaded.suite.scenarios.length,
      problems: inOrder([...compiled.filter((problem) => !isWarning(problem)), ...claims]),
      warnings: inOrder([
        ...compiled.filter(isWarning),
        ...warningsOf(loaded, setUps),
        ...cannotFail(loaded),
        ...unlisted.filter((problem) => !isOurs(problem)),
      ]),
    };
  } catch (error) {
    if (!(error instanceof BadSource)) throw error;
    return { scenarios: 0, problems: inOrder(error.problems), warnings: [] };
  }
}

/** Compiles every set-up, those that no scenario uses included. */
function compileSetUps(setUps: readonly Node[], { context }: Loaded): void {
  for (const node of setUps) {
    const name = childOf(node, 'set_up');
    if (name?.kind === 'scalar' && typeof name.value === 'string') context.library(name.value, name);
  }
}

/** The documents of a file; none where it is no YAML, which is a problem already. */
function readable(source: SourceFile): Node[] {
  try {
    return documentsOf(source);
  } catch (error) {
    if (error instanceof BadSource) return [];
    throw error;
  }
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
      message: `${rule} is in covers, and nobody can grade it; remove it`,
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
      ? [{ place: scenario.place, message: 'about is missing: what the scenario shows, in a sentence' }]
      : []),
    ...refusalsAlone(scenario, accepted),
  ]);
}

/** What is to be filled in, and members that nobody has named: of the author's own files alone. */
function openEnds(files: SuiteFiles, { suite }: Loaded): Problem[] {
  const own = (sources: readonly SourceFile[] = []) => sources.filter(({ file }) => !isShipped(file)).flatMap(readable);
  const { rules, scenarios, library, everyAnswer, suites } = files;
  const written = [rules, scenarios, library, everyAnswer, suites].flatMap(own);
  const known = memberNames(files.shapes.flatMap(readable), suite.own);
  return [...placeholders(written), ...unknownMembers([...own(scenarios), ...own(library)], known)];
}

/** Rules of one's own suite that no scenario checks, or that no deviation breaks: nothing shows that a server can fail them. */
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

/** Derived rules that say neither when a breach is lawful nor why that cannot be said. */
function withoutSpares({ suite }: Loaded): Problem[] {
  return [...suite.registry.values()].flatMap(({ id, level, spares, open, place }) => {
    if (level !== 'derived' || spares !== null || open !== null) return [];
    const remedy =
      'list the lawful ways to break it under spares, or say under open why they cannot be listed; until then any breach is a warning, and the next version refuses it';
    return [{ place, message: `${id} is derived and has neither spares nor open: ${remedy}` }];
  });
}

function isOurs({ place }: Problem): boolean {
  return isShipped(place.file);
}

/** Without repetitions, in the order of files and lines. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const different = new Map(problems.map((problem) => [problemText(problem), problem]));
  return [...different.values()].sort(({ place: a }, { place: b }) => {
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column;
  });
}
