import type { KnownNames } from '../../../shared/expression/scope.ts';
import type { MapNode, Node, Place } from '../../../shared/yaml/node.ts';
import type { EveryAnswer } from '../every-answer/every-answer.ts';
import type { Shapes } from '../expectation/shapes.ts';
import type { Condition } from '../expression/condition.ts';
import type { OwnSuite } from '../own/own-suite.ts';
import type { Reason } from '../reasons.ts';
import type { Registry } from '../rules/rule.ts';
import type { Problem } from '../yaml/problem.ts';
import type { CheckContext } from './compile-checks.ts';
import type { Instance, SetUp } from './scenario.ts';

/** A scenario as read. Its runs are compiled on demand. */
export type Scenario = {
  id: string;
  about: string | null;
  place: Place;
  covers: readonly { rule: string; place: Place }[];
  requires: { keys: readonly string[]; features: readonly string[]; drivers: readonly string[] };
  exclusive: readonly string[];
  slow: boolean;
  /** The scenario works with any product: no row is skipped because its product is off. */
  anyProduct: boolean;
  arms: readonly ScenarioArm[];
  node: MapNode;
};

export type ScenarioArm = {
  name: string;
  needs: readonly Condition[];
  partial: boolean;
  /** If set, nothing is run: the rules are inconclusive for this reason. */
  verdict: { reason: Reason; hint: string | null } | null;
  node: MapNode;
};

/** Everything that a run can select from. */
export type Suite = {
  registry: Registry;
  scenarios: readonly Scenario[];
  shapes: Shapes;
  library: (name: string, node: Node) => SetUp | null;
  everyAnswer: EveryAnswer;
  /** The suites that extend that of the package. */
  own: readonly OwnSuite[];
  /** A digest of all files, to determine whether two reports are about the same suite. */
  digest: string;
};

/** What compiling a scenario needs, apart from the scenario. */
export type SuiteContext = CheckContext & {
  library(name: string, node: Node): SetUp | null;
  problems: Problem[];
  /** The names that every scenario can use. */
  globals: KnownNames;
  /** The compiled instances by arm (or by scenario if it has no arms), shared by all runs. */
  compiled: Map<object, readonly Instance[]>;
};
