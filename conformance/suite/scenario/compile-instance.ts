import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, itemsOf, type MapNode, type Node, plain } from '../../../shared/yaml/node.ts';
import { compileTemplate, type Template } from '../expression/template.ts';
import { itemsIn } from '../yaml/fields.ts';
import { refuseOtherClass } from './compile-checks.ts';
import { compileSteps } from './compile-step.ts';
import { type KnownHere, knownWith } from './known.ts';
import { NO_ROW, namesOfRows, plainValuesOf, type Row, rowsOf, substitute } from './rows.ts';
import { type ArmFacts, type Instance, namedByStep } from './scenario.ts';
import { newStepContext } from './step-context.ts';
import type { Scenario, ScenarioArm, SuiteContext } from './suite.ts';

/** Compiles all runs of a scenario on one of its arms: one for each row of its matrix. */
export function instancesOf(scenario: Scenario, arm: ScenarioArm | null, context: SuiteContext): readonly Instance[] {
  const known = context.compiled.get(arm ?? scenario);
  if (known !== undefined) return known;
  const instances = compileAll(scenario, arm, context);
  context.compiled.set(arm ?? scenario, instances);
  return instances;
}

function compileAll(scenario: Scenario, arm: ScenarioArm | null, context: SuiteContext): Instance[] {
  const scenarioRows = rowsOf(childOf(scenario.node, 'matrix'), context.problems);
  const armRows = rowsOf(arm === null ? undefined : childOf(arm.node, 'matrix'), context.problems);
  const rows = scenarioRows.flatMap((row) => armRows.map((more): Row => new Map([...row, ...more])));
  refuseIdlePins(arm, rows, context);
  const names = namesOfRows(rows);
  const columns = columnsOfAll(scenario);
  const all = rows.map((row, index) =>
    compileInstance(scenario, arm, { row, rowName: names[index] ?? null, columns }, context),
  );
  return withOwnRules(all);
}

/** Removes from each instance the rules that only other rows name. */
function withOwnRules(all: readonly Instance[]): Instance[] {
  const named = all.map(({ given, steps }) => new Set([...given, ...steps].flatMap(namedByStep)));
  const byAny = new Set(named.flatMap((rules) => [...rules]));
  return all.map((instance, index) => ({
    ...instance,
    covers: instance.covers.filter((rule) => named[index]?.has(rule) || !byAny.has(rule)),
  }));
}

function compileInstance(
  scenario: Scenario,
  arm: ScenarioArm | null,
  { row, rowName, columns }: { row: Row; rowName: string | null; columns: Record<string, true> },
  suite: SuiteContext,
): Instance {
  const armRow = arm === null ? NO_ROW : new Map(arm.node.entries.map(({ key, value }) => [key, value] as const));
  const node = substitute(scenario.node, { row, arm: armRow }) as MapNode;
  const armNode = arm === null ? null : (substitute(arm.node, { row, arm: armRow }) as MapNode);
  const here: KnownHere = { names: { ...suite.globals, row: columns, arm: ARM_NAMES } };
  const context = newStepContext(suite, here, childOf(node, 'defaults'));
  const suffix = [arm?.name, rowName].filter((part) => part !== undefined && part !== null).join('/');
  const wish = childOf(node, 'tenant');
  // Before the steps, which add names that an account cannot depend on.
  const tenant = wish === undefined ? null : compileTemplate(wish, suite.problems, knownWith(here));
  const given = [childOf(node, 'given'), childOf(armNode ?? node, arm === null ? '' : 'given')].flatMap((list) =>
    itemsIn(list, 'given', suite.problems),
  );
  const steps = itemsIn(childOf(node, 'steps'), 'steps', suite.problems);
  const compiled = {
    given: compileSteps(given, context, 'given'),
    steps: compileSteps(steps, context),
    finally: compileSteps(itemsIn(childOf(node, 'finally'), 'finally', suite.problems), context, 'finally'),
  };
  for (const { value } of pinsOf(armNode ?? undefined)) refuseOtherClass(String(plain(value)), value.place, context);
  return {
    ...compiled,
    id: suffix === '' ? scenario.id : `${scenario.id}[${suffix}]`,
    scenario: scenario.id,
    arm: arm === null ? null : armFacts(arm, armNode ?? arm.node, here, suite),
    row: templatesOf(row, here),
    rowName,
    covers: scenario.covers.map(({ rule }) => rule),
    tenant,
    slow: scenario.slow,
    exclusive: [...new Set([...scenario.exclusive, ...exclusiveOfSteps([...given, ...steps])])],
    repeat: repeatOf(armNode, suite, here),
    pin: pinOf(armNode, row),
  };
}

/**
 * The scenario has exclusive use of whatever one of its steps needs exclusively. Otherwise it would see the effects of
 * others.
 */
function exclusiveOfSteps(steps: readonly Node[]): string[] {
  return steps.flatMap((step) => itemsOf(childOf(step, 'exclusive')).map((item) => String(plain(item))));
}

/** A step may use a column that only another arm has; its value is undefined. */
function columnsOfAll({ node, arms }: Scenario): Record<string, true> {
  const rows = [node, ...arms.map((arm) => arm.node)].flatMap((one) => rowsOf(childOf(one, 'matrix'), []));
  return Object.fromEntries(rows.flatMap((row) => [...row.keys()]).map((column) => [column, true]));
}

const ARM_NAMES: Record<string, true> = { name: true, horizon: true, time: true, partial: true };

/**
 * Compiles the values of a row. Unknown names are not reported here, since a row may use names that later steps define.
 */
function templatesOf(row: Row, here: KnownHere): Record<string, Template> {
  const known = knownWith(here);
  return Object.fromEntries([...row].map(([column, node]) => [column, compileTemplate(node, [], known)]));
}

const ARM_FACTS = ['horizon', 'time', 'partial'];

function armFacts(arm: ScenarioArm, node: MapNode, here: KnownHere, suite: SuiteContext): ArmFacts {
  const facts = node.entries.filter(({ key }) => ARM_FACTS.includes(key));
  return {
    name: arm.name,
    partial: arm.partial,
    verdict: arm.verdict,
    facts: Object.fromEntries(
      facts.map(({ key, value }) => [key, compileTemplate(value, suite.problems, knownWith(here))]),
    ),
  };
}

function repeatOf(arm: MapNode | null, suite: SuiteContext, here: KnownHere): Instance['repeat'] {
  const repeat = childOf(arm ?? undefined, 'repeat');
  const times = childOf(repeat, 'times');
  if (times === undefined) return null;
  const stop = childOf(repeat, 'stop_when');
  const stopWhenAllSeen = stop?.kind === 'scalar' && stop.value === 'all_classes_seen';
  return { times: compileTemplate(times, suite.problems, knownWith(here)), stopWhenAllSeen };
}

/** Reports a pin for a value that is in no row of the matrix and would have no effect. */
function refuseIdlePins(arm: ScenarioArm | null, rows: readonly Row[], { problems }: SuiteContext): void {
  const values = rows.flatMap(plainValuesOf);
  for (const { key, keyPlace } of pinsOf(arm?.node))
    if (!values.includes(key))
      problems.push({ place: keyPlace, message: `no row of the matrix has ${key}${didYouMean(key, values)}` });
}

function pinsOf(arm: MapNode | undefined): MapNode['entries'] {
  const pins = childOf(arm, 'pins');
  return pins?.kind === 'map' ? pins.entries : [];
}

/** Returns the class for the value of the first column that has a pin. */
function pinOf(arm: MapNode | null, row: Row): string | null {
  const pins = pinsOf(arm ?? undefined);
  const pin = plainValuesOf(row).flatMap((value) => pins.find(({ key }) => key === value)?.value ?? [])[0];
  return pin?.kind === 'scalar' ? String(pin.value) : null;
}
