import { instancesOf } from './compile-instance.ts';
import { type Loaded, refuseProblems } from './load-suite.ts';
import type { Instance } from './scenario.ts';
import type { Scenario } from './suite.ts';

const CHECKED = Symbol('checked');

/** Scenarios in which nothing is wrong, on any arm and in any row. A run is made of these alone, so a mistake sends nothing. */
export type CheckedScenarios = Loaded & { scenarios: readonly Scenario[]; readonly [CHECKED]: true };

/** Refuses all that is wrong with scenarios, with the place of each mistake. */
export function checkScenarios(
  loaded: Loaded,
  scenarios: readonly Scenario[] = loaded.suite.scenarios,
): CheckedScenarios {
  compileScenarios(loaded, scenarios);
  refuseProblems(loaded.context);
  return { ...loaded, scenarios, [CHECKED]: true };
}

/** Every run that the scenarios can have, on every arm and in every row, so that all that is wrong with them comes up. */
export function compileScenarios({ context }: Loaded, scenarios: readonly Scenario[]): Map<string, Instance[]> {
  return new Map(
    scenarios.map((scenario) => {
      const arms = scenario.arms.length === 0 ? [null] : scenario.arms;
      return [scenario.id, arms.flatMap((arm) => instancesOf(scenario, arm, context))];
    }),
  );
}
