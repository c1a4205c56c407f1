import type { Features } from '../features.ts';

/** Which combinations of features the operations of a run had. */
export type Tried = {
  /** How much of these features was not tried together yet. */
  newIn(features: Features): number;
  note(features: Features): void;
  /** The draw with the newest features, among this many; null if none was possible. */
  newest<Item>(draws: number, draw: () => Item | null, featuresOf: (item: Item) => Features): Item | null;
};

/** A new action is worth more than any combination of features. For pairs and triples, the share of new ones counts. */
const [ACTION, PAIRS, TRIPLES] = [1_000, 100, 60];
/** What a caller does to a thing in a state decides most answers, so it comes before all other pairs. */
const CALLER_AND_STATE = 60;

/** A combination of numbered features is a number in this base, so that no strings are built. */
const BASE = 2 ** 17;

/** Remembers each action with each other feature, and with each two. */
export function createTried(): Tried {
  const seen = new Set<number>();
  const numbers = new Map<string, number>();
  const numberOf = (feature: string) => {
    const known = numbers.get(feature);
    if (known !== undefined) return known;
    numbers.set(feature, numbers.size + 1);
    return numbers.size;
  };
  const newShare = (combinations: readonly number[]) =>
    combinations.filter((one) => !seen.has(one)).length / Math.max(1, combinations.length);
  const newIn = (features: Features) => {
    const { action, pairs, triples } = combinationsOf(features.map(numberOf));
    return (
      ACTION * newShare([action]) +
      PAIRS * newShare(pairs) +
      CALLER_AND_STATE * newShare(triples.slice(0, 1)) +
      TRIPLES * newShare(triples)
    );
  };
  return {
    newIn,
    newest: (draws, draw, featuresOf) => {
      const drawn = Array.from({ length: draws }, draw).filter((item) => item !== null);
      const scores = drawn.map((item) => newIn(featuresOf(item)));
      return drawn[scores.indexOf(scores.reduce((most, score) => Math.max(most, score), 0))] ?? null;
    },
    note: (features) => {
      const { action, pairs, triples } = combinationsOf(features.map(numberOf));
      for (const one of [action, ...pairs, ...triples]) seen.add(one);
    },
  };
}

/** The action, the action with each other feature, and the action with each two. */
function combinationsOf([action = 0, ...others]: readonly number[]) {
  const pairs = others.map((other) => action * BASE + other);
  const triples = pairs.flatMap((pair, index) => others.slice(index + 1).map((other) => pair * BASE + other));
  return { action, pairs, triples };
}
