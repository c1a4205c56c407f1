import type { Path } from '../../../shared/expression/paths.ts';
import type { Expectation } from '../expectation/expectation.ts';
import type { Check } from '../expectation/finding.ts';
import type { RouteName } from '../vocabulary.ts';
import type { Place } from '../yaml/node.ts';
import type { CompareWith, LookAt, Same } from './fields.ts';

/** What a suite expects of every answer, whatever the scenario is about. */
export type EveryAnswer = {
  checks: readonly AnswerCheck[];
  /** Each rule once, in the order of the alphabet. */
  rules: readonly string[];
  /** Where each of them stands. */
  mentioned: readonly { rule: string; place: Place }[];
};

/** A document of every-answer/, compiled. */
export type AnswerCheck = {
  lookAt: readonly LookAt[];
  /** None means all of them. */
  routes: readonly RouteName[];
  where: Check | null;
  /** None means what is looked at itself. */
  at: readonly Path[];
  compareWith: CompareWith | null;
  same: readonly Same[];
  expect: readonly { rule: string; expectation: Expectation }[];
};
