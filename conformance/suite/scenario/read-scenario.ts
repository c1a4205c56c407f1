import { didYouMean } from '../../../shared/nearest.ts';
import { compileCondition } from '../expression/condition.ts';
import type { Reason } from '../reasons.ts';
import type { Registry } from '../rules/rule.ts';
import { DRIVERS, FEATURES, ROLES } from '../vocabulary.ts';
import { childOf, type MapNode, type Node } from '../yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { readFields, readItems, readMap, readText, readTexts, readWord } from '../yaml/read-fields.ts';
import { ARM, REPEAT, REQUIRES, SCENARIO } from './fields.ts';
import { globalNames, knownWith } from './known.ts';
import { misplaced } from './misplaced.ts';
import type { Scenario, ScenarioArm } from './suite.ts';

export const EXCLUSIVES = ['credits', 'clock', 'keys', 'account'];

/** A scenario without its steps, which are compiled for each of its runs. */
export function readScenario(
  node: Node,
  registry: Registry,
  problems: Problem[],
  ownFeatures: readonly string[] = [],
): Scenario | null {
  const fields = readFields(node, SCENARIO, 'a scenario', problems, misplaced);
  const id = readText(fields['scenario'], 'scenario', problems);
  if (id === null || node.kind !== 'map') return null;
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(id))
    problems.push({
      place: fields['scenario']?.place ?? node.place,
      message: `${id} is no name of a scenario: write topic/what-it-shows, in small letters, digits and -`,
    });
  return {
    id,
    about: readText(fields['about'], 'about', problems),
    place: node.place,
    covers: coversOf(fields['covers'], registry, problems),
    requires: requiresOf(fields['requires'], ownFeatures, problems),
    slow: isTrue(fields['slow']),
    anyProduct: wordsOf(fields['products'], ['any'], 'products', problems).length > 0,
    exclusive: readExclusive(fields['exclusive'], problems),
    arms: readItems(fields['arms'], 'arms', problems).flatMap((arm) => readArm(arm, ownFeatures, problems) ?? []),
    node,
  };
}

export function readExclusive(node: Node | undefined, problems: Problem[]): string[] {
  return wordsOf(node, EXCLUSIVES, 'exclusive', problems);
}

function coversOf(node: Node | undefined, registry: Registry, problems: Problem[]): Scenario['covers'] {
  return readTexts(node, 'covers', problems).map(({ text, node: { place } }) => {
    if (!registry.has(text))
      problems.push({ place, message: `there is no rule ${text}${didYouMean(text, [...registry.keys()])}` });
    return { rule: text, place };
  });
}

function requiresOf(node: Node | undefined, ownFeatures: readonly string[], problems: Problem[]): Scenario['requires'] {
  const { keys, features, drivers } = node === undefined ? {} : readFields(node, REQUIRES, 'requires', problems);
  return {
    keys: wordsOf(keys, Object.keys(ROLES), 'requires.keys', problems),
    features: wordsOf(features, [...Object.keys(FEATURES), ...ownFeatures], 'requires.features', problems),
    drivers: wordsOf(drivers, DRIVERS, 'requires.drivers', problems),
  };
}

/** Words of a list of known ones; any other is a problem. */
export function wordsOf(node: Node | undefined, words: readonly string[], what: string, problems: Problem[]): string[] {
  return readTexts(node, what, problems).map(({ text, node: { place } }) => {
    if (!words.includes(text))
      problems.push({
        place,
        message: `${what} has no ${text}${didYouMean(text, words) || `: it is one of ${words.join(', ')}`}`,
      });
    return text;
  });
}

function readArm(node: Node, ownFeatures: readonly string[], problems: Problem[]): ScenarioArm | null {
  const fields = readFields(node, ARM, 'an arm', problems, misplaced);
  const name = readText(fields['name'], 'the name of an arm', problems);
  if (name === null || node.kind !== 'map') return null;
  const repeat = fields['repeat'];
  if (repeat !== undefined) readFields(repeat, REPEAT, 'repeat', problems);
  readWord(fields['verdict'], ['inconclusive'], 'verdict', problems);
  readWord(fields['unseen'], ['inconclusive'], 'unseen', problems);
  readMap(fields['pins'], 'pins', problems);
  const known = knownWith({ names: { ...globalNames(ownFeatures) } });
  return {
    name,
    needs: readItems(fields['needs'], 'needs', problems).map((need) => compileCondition(need, problems, known)),
    partial: isTrue(childOf(node, 'partial')),
    verdict: verdictOf(fields, node, problems),
    node,
  };
}

/** What a target can lack, so that nothing can be run. */
const ARM_REASONS = [
  'needs-clock',
  'needs-receiver',
  'needs-key',
  'needs-tenant',
  'needs-driver',
  'feature-off',
  'condition',
] as const satisfies readonly Reason[];

function verdictOf(fields: Record<string, Node>, node: MapNode, problems: Problem[]): ScenarioArm['verdict'] {
  if (fields['verdict'] === undefined) return null;
  const reason = readWord(fields['reason'], ARM_REASONS, 'reason', problems);
  if (fields['reason'] === undefined)
    problems.push({ place: node.place, message: 'an arm with a verdict needs a reason, such as needs-clock' });
  return {
    reason: ARM_REASONS.find((one) => one === reason) ?? 'condition',
    hint: readText(fields['hint'], 'hint', problems),
  };
}

function isTrue(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && node.value === true;
}
