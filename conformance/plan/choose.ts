import { didYouMean } from '../../shared/nearest.ts';
import { isOf } from '../suite/own/own-suite.ts';
import type { Group, Registry } from '../suite/rules/rule.ts';
import type { Scenario, Suite } from '../suite/scenario/suite.ts';
import { isInShard, isShard, type Shard, shardText } from './shard.ts';

export type Choice = { only: readonly string[]; groups?: readonly Group[]; shard: Shard | null };

/** A choice contains an unknown word, or chooses nothing. */
export class NothingChosen extends Error {}

export type ChosenFrom = Pick<Suite, 'scenarios' | 'registry' | 'everyAnswer'> & Partial<Pick<Suite, 'own'>>;

/**
 * Chooses scenarios by id or part of a path, rule, section, group, or name of a user's suite. The result is limited to
 * some groups, and then to one shard.
 */
export function chooseScenarios(
  { scenarios, registry, everyAnswer, own = [] }: ChosenFrom,
  { only, groups = [], shard }: Choice,
): Scenario[] {
  const known: Known = { scenarios, registry, own, isOnEveryAnswer: (word) => everyAnswer.rules.includes(word) };
  if (shard !== null && !isShard(shard))
    throw new NothingChosen(`there is no shard ${shardText(shard)}; the first of four is 1/4, and the last 4/4`);
  for (const word of only) refuseUnknown(word, known);
  // A check of every answer applies in every scenario.
  const isWhole =
    only.length === 0 ||
    only.some((word) => known.isOnEveryAnswer(word) && !scenarios.some((one) => isMeant(one, word, known)));
  const chosen = isWhole ? scenarios : scenarios.filter((one) => only.some((word) => isMeant(one, word, known)));
  const isOfGroups = (one: Scenario) => groups.length === 0 || groups.some((group) => isMeant(one, group, known));
  const meant = chosen.filter(isOfGroups);
  if (meant.length === 0 && chosen.length > 0)
    throw new NothingChosen(`no scenario that --only names is about ${groups.join(' or ')}`);
  return meant.filter(({ id }) => shard === null || isInShard(id, shard));
}

type Known = Pick<Suite, 'scenarios' | 'registry' | 'own'> & { isOnEveryAnswer(word: string): boolean };

function isMeant({ id, covers, place }: Scenario, word: string, { registry, own }: NamedIn): boolean {
  if (id === word || id.startsWith(`${word}/`)) return true;
  if (own.some((suite) => suite.name === word && isOf(suite, place))) return true;
  return covers.some(({ rule }) => {
    const found = registry.get(rule);
    return rule === word || found?.group === word || found?.clause === word || found?.clause.startsWith(`${word}.`);
  });
}

type NamedIn = { registry: Registry; own: Suite['own'] };

function refuseUnknown(word: string, known: Known): void {
  const { scenarios, registry, own, isOnEveryAnswer } = known;
  if (scenarios.some((one) => isMeant(one, word, known))) return;
  if (isOnEveryAnswer(word)) return;
  if (own.some(({ name }) => name === word))
    throw new NothingChosen(`the suite ${word} has no scenario yet; create one with tryon-conformance new scenario`);
  if (registry.has(word)) throw new NothingChosen(`no scenario covers ${word}`);
  const names = [
    ...own.map(({ name }) => name),
    ...scenarios.map(({ id }) => id),
    ...registry.keys(),
    ...[...registry.values()].map(({ group }) => group),
  ];
  throw new NothingChosen(
    `--only ${word}: no scenario, rule, section or group has this name${didYouMean(word, names)}`,
  );
}
