import { compileScenarios, type Loaded, loadSuite } from '../suite/scenario/load-suite.ts';
import { problemText } from '../suite/yaml/problem.ts';

/** Rules of every level, for suites that are written in a test. */
export const SMALL_RULES = `
FIRST-RULE: {clause: "4.2", level: must, group: core, says: "the first thing holds"}
SECOND-RULE: {clause: "4.2", level: must, group: core, says: "the second thing holds"}
THIRD-RULE: {clause: "4.3", level: must, group: cancel, says: "the third thing holds"}
DERIVED-RULE: {clause: "4.2", level: derived, group: core, from: [FIRST-RULE], says: "what follows holds", why: "it is not said"}
SHOULD-RULE: {clause: "4.2", level: should, group: core, says: "what is advised is done"}
GAP-OPEN: {clause: "4.2", level: gap, group: core, ask: "what does it answer?"}
HIDDEN-RULE: {clause: "5.2", level: excluded, group: core, says: "the key is kept secret", because: "nothing on the wire shows it"}
`;

/** Adds the rule that a feature that is off answers like an unknown path. */
export const FEATURE_RULES = `${SMALL_RULES}
FEATURE-OFF-404: {clause: "1", level: must, group: core, says: "what is off answers as an unknown path does"}
`;

export type SmallSuite = { library?: string; rules?: string; shapes?: string; everyAnswer?: string };

/** A suite of scenarios that are written in the test itself. */
export function suiteOf(
  scenarios: string,
  { library = '', rules = SMALL_RULES, shapes = '', everyAnswer = '' }: SmallSuite = {},
): Loaded {
  return loadSuite({
    rules: [{ file: 'rules.yaml', text: rules }],
    scenarios: [{ file: 'it.yaml', text: scenarios }],
    library: [{ file: 'lib.yaml', text: library }],
    everyAnswer: [{ file: 'every-answer.yaml', text: everyAnswer }],
    shapes: shapes === '' ? [] : [{ file: 'thing.yaml', text: shapes }],
  });
}

/** All mistakes in scenarios, as `file:line:column: message`, without duplicates. */
export function mistakesIn(scenarios: string, parts: SmallSuite = {}): string[] {
  const loaded = suiteOf(scenarios, parts);
  compileScenarios(loaded, loaded.suite.scenarios);
  return [...new Set(loaded.context.problems.map(problemText))];
}
