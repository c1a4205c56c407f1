import type { Features } from '../features.ts';

/** Which combinations of features the operations of a run had. */
export type Tried = {
  /** How much of these features was not tried together yet. */
  newIn(features: Features): number;
  note(features: Features): void;
};

/** A new pair says more than a new triple. */
const PAIR = 10;

/** Remembers each action with each other feature, and with each two. */
export function createTried(): Tried {
  const pairs = new Set<string>();
  const triples = new Set<string>();
  const unseen = (seen: ReadonlySet<string>, names: readonly string[]) =>
    names.filter((name) => !seen.has(name)).length;
  return {
    newIn: (features) => PAIR * unseen(pairs, pairsOf(features)) + unseen(triples, triplesOf(features)),
    note: (features) => {
      for (const name of pairsOf(features)) pairs.add(name);
      for (const name of triplesOf(features)) triples.add(name);
    },
  };
}

function pairsOf([action, ...others]: Features): string[] {
  return [action, ...others.map((other) => `${action}\0${other}`)];
}

function triplesOf([action, ...others]: Features): string[] {
  return others.flatMap((one, index) => others.slice(index + 1).map((other) => `${action}\0${one}\0${other}`));
}
