import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, itemsOf, type MapNode, type Node } from '../../../shared/yaml/node.ts';
import { VIEW_MEMBERS } from '../expectation/expectation.ts';
import { compileCondition } from '../expression/condition.ts';
import type { Registry } from '../rules/rule.ts';
import { FEATURES } from '../vocabulary.ts';
import { type Read, readFields, unknownWord } from '../yaml/fields.ts';
import type { Problem } from '../yaml/problem.ts';
import { ARM, CLASS, SCENARIO, SET_UP, STEPS } from './fields.ts';
import { globalNames, knownWith } from './known.ts';
import type { Scenario, ScenarioArm } from './suite.ts';

/** Reads a scenario without its steps, which are compiled for each of its runs. */
export function readScenario(
  node: Node,
  registry: Registry,
  problems: Problem[],
  ownFeatures: readonly string[] = [],
): Scenario | null {
  const fields = readFields(node, SCENARIO, 'a scenario', problems, misplaced);
  const { scenario: id, requires = {} } = fields;
  if (id === undefined || node.kind !== 'map') return null;
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(id))
    problems.push({
      place: childOf(node, 'scenario')?.place ?? node.place,
      message: `${id} is not a scenario name: write topic/what-it-shows in lower-case letters, digits and -`,
    });
  refuseUnknownFeatures(childOf(childOf(node, 'requires'), 'features'), ownFeatures, problems);
  const { keys = [], features = [], drivers = [] } = requires;
  return {
    id,
    about: fields.about ?? null,
    place: node.place,
    covers: fields.covers === undefined ? [] : coversOf(childOf(node, 'covers'), registry, problems),
    requires: { keys, features, drivers },
    slow: isTrue(fields.slow),
    anyProduct: (fields.products ?? []).length > 0,
    exclusive: fields.exclusive ?? [],
    arms: (fields.arms?.items ?? []).flatMap((arm) => readArm(arm, ownFeatures, problems) ?? []),
    node,
  };
}

function coversOf(node: Node | undefined, registry: Registry, problems: Problem[]): Scenario['covers'] {
  return textsIn(node).map(({ text: rule, place }) => {
    if (!registry.has(rule))
      problems.push({ place, message: `there is no rule ${rule}${didYouMean(rule, [...registry.keys()])}` });
    return { rule, place };
  });
}

function refuseUnknownFeatures(node: Node | undefined, ownFeatures: readonly string[], problems: Problem[]): void {
  const known = [...Object.keys(FEATURES), ...ownFeatures];
  for (const { text, place } of textsIn(node))
    if (!known.includes(text)) problems.push({ place, message: `requires.features ${unknownWord(text, known)}` });
}

function textsIn(node: Node | undefined) {
  return itemsOf(node).flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [{ text: item.value, place: item.place }] : [],
  );
}

function readArm(node: Node, ownFeatures: readonly string[], problems: Problem[]): ScenarioArm | null {
  const fields = readFields(node, ARM, 'an arm', problems, misplaced);
  if (fields.name === undefined || node.kind !== 'map') return null;
  const known = knownWith({ names: { ...globalNames(ownFeatures) } });
  return {
    name: fields.name,
    needs: (fields.needs?.items ?? []).map((need) => compileCondition(need, problems, known)),
    partial: isTrue(fields.partial),
    verdict: verdictOf(fields, node, problems),
    node,
  };
}

function verdictOf(fields: Read<typeof ARM>, node: MapNode, problems: Problem[]): ScenarioArm['verdict'] {
  if (childOf(node, 'verdict') === undefined) return null;
  if (childOf(node, 'reason') === undefined)
    problems.push({ place: node.place, message: 'an arm with a verdict needs a reason, such as needs-clock' });
  return { reason: fields.reason ?? 'condition', hint: fields.hint ?? null };
}

function isTrue(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && node.value === true;
}

/**
 * Returns a hint where a misplaced field belongs, since it is usually indented too little or too far. Empty if it
 * belongs nowhere.
 */
export function misplaced(key: string): string {
  const owner = OWNERS.find(([, has]) => has(key))?.[0];
  return owner === undefined ? '' : `; ${key} is ${owner}: check the indentation`;
}

const STEP_FIELDS = Object.assign({}, ...Object.values(STEPS)) as object;

const OWNERS: readonly (readonly [where: string, has: (key: string) => boolean])[] = [
  ['below expect', (key) => /^(?!GAP-)[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/.test(key)],
  ['below observe', (key) => key.startsWith('GAP-')],
  ['in a step', (key) => Object.hasOwn(STEP_FIELDS, key)],
  ['in a scenario', (key) => Object.hasOwn(SCENARIO, key)],
  ['in an arm', (key) => Object.hasOwn(ARM, key)],
  ['in a set-up', (key) => Object.hasOwn(SET_UP, key)],
  ['below a class', (key) => Object.hasOwn(CLASS, key)],
  ['in an expectation', (key) => VIEW_MEMBERS.includes(key.split(/[.[]/)[0] ?? '')],
];
