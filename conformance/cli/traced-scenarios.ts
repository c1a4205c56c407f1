import type { Place } from '../../shared/yaml/node.ts';
import type { TracedScenario } from '../suite/rules/trace.ts';
import { compileScenarios, type Loaded } from '../suite/scenario/load-suite.ts';
import { type Instance, rulesOfStep, type Step } from '../suite/scenario/scenario.ts';
import type { Scenario } from '../suite/scenario/suite.ts';

type Check = { rule: string; place: Place };

/**
 * What each scenario covers and what it checks. A rule that is checked in a set-up or on every answer counts if the
 * scenario covers it, but need not be covered.
 */
export function tracedScenarios(loaded: Loaded): TracedScenario[] {
  const instances = compileScenarios(loaded, loaded.suite.scenarios);
  const { suite, context } = loaded;
  return suite.scenarios.map((scenario) => {
    const covers = scenario.covers.map(({ rule }) => rule);
    const own = context.mentioned.filter(({ place }) => isWithin(place, scenario, suite.scenarios));
    const passing = new Set([...suite.everyAnswer.rules, ...rulesIn(instances.get(scenario.id) ?? [])]);
    const claimed = scenario.covers.filter(({ rule }) => passing.has(rule));
    return { id: scenario.id, place: scenario.place, covers, checks: [...own, ...claimed] };
  });
}

/** The rules that every run checks: on every answer, and in set-ups. */
export function tracedElsewhere({ context, suite }: Loaded): TracedScenario[] {
  const files = new Set(suite.scenarios.map(({ place }) => place.file));
  const inSetUps = context.mentioned.filter(({ place }) => !files.has(place.file));
  return [passing('(every answer)', suite.everyAnswer.rules), passing('(set-ups)', [...new Set(inSetUps.map(ruleOf))])];
}

const NOWHERE: Place = { file: '', line: 1, column: 1 };

function passing(id: string, rules: readonly string[]): TracedScenario {
  return { id, place: NOWHERE, covers: rules, checks: rules.map((rule) => ({ rule, place: NOWHERE })) };
}

function ruleOf({ rule }: Check): string {
  return rule;
}

/** A file may have several scenarios: a line belongs to the last one that begins before it. */
function isWithin({ file, line }: Place, { place }: Scenario, all: readonly Scenario[]): boolean {
  if (file !== place.file || line < place.line) return false;
  return !all.some((other) => other.place.file === file && other.place.line > place.line && other.place.line <= line);
}

function rulesIn(instances: readonly Instance[]): string[] {
  return instances.flatMap(({ given, steps, finally: last }) => [...given, ...steps, ...last].flatMap(rulesOf));
}

function rulesOf(step: Step): string[] {
  return step.kind === 'use' ? step.setUp.steps.flatMap(rulesOf) : rulesOfStep(step);
}
