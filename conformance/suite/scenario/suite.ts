import type { KnownNames } from '../../../shared/expression/scope.ts';
import type { EveryAnswer } from '../every-answer/every-answer.ts';
import type { Shapes } from '../expectation/shapes.ts';
import type { Condition } from '../expression/condition.ts';
import type { OwnSuite } from '../own/own-suite.ts';
import type { Reason } from '../reasons.ts';
import type { Registry } from '../rules/rule.ts';
import type { MapNode, Node, Place } from '../yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import type { CheckContext } from './compile-checks.ts';
import type { Instance, SetUp } from './scenario.ts';

/** A scenario as it was read: its runs are compiled when they are needed. */
export type Scenario = {
  id: string;
  about: string | null;
  place: Place;
  covers: readonly { rule: string; place: Place }[];
  requires: { keys: readonly string[]; features: readonly string[]; drivers: readonly string[] };
  exclusive: readonly string[];
  slow: boolean;
  /** Any product will do: no row is left out because its product is off. */
  anyProduct: boolean;
  arms: readonly ScenarioArm[];
  node: MapNode;
};

export type ScenarioArm = {
  name: string;
  needs: readonly Condition[];
  partial: boolean;
  /** Nothing is run on it: the rules are inconclusive for this reason. */
  verdict: { reason: Reason; hint: string | null } | null;
  node: MapNode;
};

/** All that a run can choose from. */
export type Suite = {
  registry: Registry;
  scenarios: readonly Scenario[];
  shapes: Shapes;
  library: (name: string, node: Node) => SetUp | null;
  everyAnswer: EveryAnswer;
  /** The suites that extend that of the package. */
  own: readonly OwnSuite[];
  /** Of all files, so that two reports can be known to speak of the same suite. */
  digest: string;
};

/** What compiling a scenario needs beside the scenario. */
export type SuiteContext = CheckContext & {
  library(name: string, node: Node): SetUp | null;
  problems: Problem[];
  /** The names that are there from the start. */
  globals: KnownNames;
  /** The instances of an arm, or of a scenario without arms: they are compiled once for all runs. */
  compiled: Map<object, readonly Instance[]>;
};
