import type { Features } from '../features.ts';

/** Which combinations of features the operations of a run had. */
export type Tried = {
  /** How much of these features was not tried together yet. */
  newIn(features: Features): number;
  note(features: Features): void;
  /** The draw with the newest features, among this many; null if none was possible. */
  newest<Item>(draws: number, draw: () => Item | null, featuresOf: (item: Item) => Features): Item | null;
};

/** An action that was never done is worth more than any combination of others; of pairs and triples, the share counts that is new. */
const [ACTION, PAIRS, TRIPLES] = [1_000, 100, 60];
/** What a caller does to a thing in a state decides most answers, so it comes before all other pairs. */
const CALLER_AND_STATE = 60;

/** Remembers each action with each other feature, and with each two. */
export function createTried(): Tried {
  const seen = new Set<string>();
  const newShare = (names: readonly string[]) =>
    names.filter((name) => !seen.has(name)).length / Math.max(1, names.length);
  const newIn = (features: Features) => {
    const triples = triplesOf(features);
    return (
      ACTION * newShare(features.slice(0, 1)) +
      PAIRS * newShare(pairsOf(features)) +
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
      for (const name of [features[0], ...pairsOf(features), ...triplesOf(features)]) seen.add(name);
    },
  };
}

function pairsOf([action, ...others]: Features): string[] {
  return others.map((other) => `${action}\0${other}`);
}

function triplesOf([action, ...others]: Features): string[] {
  return others.flatMap((one, index) => others.slice(index + 1).map((other) => `${action}\0${one}\0${other}`));
}
