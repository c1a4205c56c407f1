import { type Facts, type Place, placeOf, splitPlace, usualAt } from './facts.ts';
import type { Features } from './features.ts';
import { STRUCTURE } from './structure.ts';
import { ABSENT, type Value } from './value.ts';

export type Difference = { place: Place; a: Value; b: Value };
export type Compared = { compared: number; differ: Difference[] };

/** Compares two servers fact by fact, in everything that both were asked. */
export function differencesOf(a: Facts, b: Facts): Compared {
  const pairs = [...usualPairs(a, b), ...answerPairs(a, b), ...notePairs(a, b)];
  return { compared: pairs.length, differ: pairs.filter((pair) => !isAlike(pair.place, pair.a, pair.b)) };
}

/** The differences that are not known yet. A known one has the same place and the same value on the server. */
export function newDifferences(a: Facts, b: Facts, known: readonly Pick<Difference, 'place' | 'a'>[]): Difference[] {
  return differencesOf(a, b).differ.filter((one) => !isKnown(one, known));
}

export function isKnown(
  { place, a }: Pick<Difference, 'place' | 'a'>,
  known: readonly Pick<Difference, 'place' | 'a'>[],
): boolean {
  return known.some((one) => one.place === place && isAlike(place, one.a, a));
}

/** Measured times and approximate limits are never exactly equal. */
export function isAlike(place: Place, a: Value | undefined, b: Value | undefined): boolean {
  if (typeof a !== 'number' || typeof b !== 'number' || !/\((ms|about)\)$/.test(place)) return a === b;
  return Math.abs(a - b) <= Math.max(LEAST_SLACK, SLACK * Math.max(Math.abs(a), Math.abs(b)));
}

const [LEAST_SLACK, SLACK] = [150, 0.02];

function usualPairs(a: Facts, b: Facts): Difference[] {
  return [...a.usual].flatMap(([kind, own]) => {
    const other = b.usual.get(kind);
    if (other === undefined) return [];
    return [...new Set([...own.keys(), ...other.keys()])].flatMap((feature) => {
      const [mine, theirs] = [usualAt(a, kind, feature), usualAt(b, kind, feature)];
      return mine === undefined || theirs === undefined ? [] : [{ place: placeOf(kind, feature), a: mine, b: theirs }];
    });
  });
}

/** The features in which an answer is unlike most answers of its kind, on one of the two servers or on both. */
function answerPairs(a: Facts, b: Facts): Difference[] {
  return [...a.answers].flatMap(([label, own]) => {
    const other = b.answers.get(label);
    if (other === undefined) return [];
    return featuresToCompare(own, other, a, b).map((feature) => ({
      place: placeOf(label, feature),
      a: own.features.get(feature) ?? ABSENT,
      b: other.features.get(feature) ?? ABSENT,
    }));
  });
}

/** If the answers are of different kinds, only their status and error code are compared. */
function featuresToCompare(own: Features, other: Features, a: Facts, b: Facts): string[] {
  if (own.kind !== other.kind) return ['status', 'error.code'].filter((name) => isIn(name, own) || isIn(name, other));
  const { kind } = own;
  const names = new Set([...own.features.keys(), ...other.features.keys()]);
  for (const { usual } of [a, b]) for (const name of usual.get(kind)?.keys() ?? []) names.add(name);
  return [...names].filter((name) => {
    const isUsual = ({ features }: Features, facts: Facts) =>
      (features.get(name) ?? ABSENT) === usualAt(facts, kind, name);
    return !isUsual(own, a) || !isUsual(other, b);
  });
}

function isIn(name: string, { features }: Features): boolean {
  return features.has(name);
}

function notePairs(a: Facts, b: Facts): Difference[] {
  return [...a.notes].flatMap(([place, value]) => {
    const other = b.notes.get(place);
    return other === undefined ? [] : [{ place, a: value, b: other }];
  });
}

/**
 * How much a difference matters: what the server answers counts more than how, and a structure more than the names in
 * it.
 */
export function weightAt(place: Place): number {
  return WEIGHTS[splitPlace(place).feature] ?? 1;
}

const WEIGHTS: Readonly<Record<string, number>> = { [STRUCTURE]: 20, status: 5, 'error.code': 2 };
