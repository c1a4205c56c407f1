import { instancesOf } from '../scenario/compile-instance.ts';
import type { Loaded } from '../scenario/load-suite.ts';
import type { Instance } from '../scenario/scenario.ts';

/** Every run that the scenarios can have, on every arm and in every row, so that all that is wrong with them comes up. */
export function compileSuite({ suite, context }: Loaded): Map<string, Instance[]> {
  return new Map(
    suite.scenarios.map((scenario) => {
      const arms = scenario.arms.length === 0 ? [null] : scenario.arms;
      return [scenario.id, arms.flatMap((arm) => instancesOf(scenario, arm, context))];
    }),
  );
}
