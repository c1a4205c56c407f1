import type { Features } from '../features.ts';

/** Which combinations of features the operations of a run had. */
export type Tried = {
  /** How much of these features was not tried together yet. */
  newIn(features: Features): number;
  note(features: Features): void;
};

/** An action that was never done is worth more than any combination of others, and a pair more than a triple. */
const ACTION = 1_000;
const PAIR = 10;

/** Remembers each action with each other feature, and with each two. */
export function createTried(): Tried {
  const actions = new Set<string>();
  const pairs = new Set<string>();
  const triples = new Set<string>();
  const unseen = (seen: ReadonlySet<string>, names: readonly string[]) =>
    names.filter((name) => !seen.has(name)).length;
  return {
    newIn: (features) =>
      ACTION * unseen(actions, features.slice(0, 1)) +
      PAIR * unseen(pairs, pairsOf(features)) +
      unseen(triples, triplesOf(features)),
    note: (features) => {
      actions.add(features[0]);
      for (const name of pairsOf(features)) pairs.add(name);
      for (const name of triplesOf(features)) triples.add(name);
    },
  };
}

function pairsOf([action, ...others]: Features): string[] {
  return others.map((other) => `${action}\0${other}`);
}

function triplesOf([action, ...others]: Features): string[] {
  return others.flatMap((one, index) => others.slice(index + 1).map((other) => `${action}\0${one}\0${other}`));
}
