import type { TracedScenario } from '../suite/rules/trace.ts';
import { compileScenarios } from '../suite/scenario/check-scenarios.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import type { Instance, Step } from '../suite/scenario/scenario.ts';
import type { Scenario } from '../suite/scenario/suite.ts';
import type { Place } from '../suite/yaml/node.ts';

type Check = { rule: string; place: Place };

/**
 * Of each scenario, what it covers and what it checks: in its own steps, in the set-ups that it uses, and in passing. What
 * is checked elsewhere than in its own steps counts where the scenario claims it, and asks for no claim.
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

/** What every run looks at, whichever scenarios it has: rules that need no scenario of their own. */
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

/** A file may hold several scenarios: a line belongs to the last one that begins before it. */
function isWithin({ file, line }: Place, { place }: Scenario, all: readonly Scenario[]): boolean {
  if (file !== place.file || line < place.line) return false;
  return !all.some((other) => other.place.file === file && other.place.line > place.line && other.place.line <= line);
}

function rulesIn(instances: readonly Instance[]): string[] {
  return instances.flatMap(({ given, steps, finally: last }) => [...given, ...steps, ...last].flatMap(rulesOfStep));
}

/** The rules of a step, and of what it uses. */
function rulesOfStep(step: Step): string[] {
  if (step.kind === 'use') return step.setUp.steps.flatMap(rulesOfStep);
  if (!('expect' in step)) return [];
  const always = step.kind === 'poll' ? step.always : [];
  const classes = 'classify' in step ? (step.classify?.classes ?? []).flatMap(({ expect }) => expect) : [];
  const byClass = [...step.byClass.values()].flatMap(({ expect }) => expect);
  return [...step.expect, ...always, ...classes, ...byClass].flatMap(({ rule }) => rule ?? []);
}
