import { PARTS, partOf } from '../battery/battery.ts';
import { type Facts, factsOf, splitPlace } from '../facts/facts.ts';
import type { Value } from '../facts/value.ts';
import { type Moves, movedFacts, placesOf } from './moves.ts';

/**
 * This part sends many large pictures. The table has what the emulator shows in it by default, and templates hardly
 * affect it.
 */
export const LATE = 'picture limits';
export const EARLY = Object.keys(PARTS).filter((part) => part !== LATE);

/** The labels and the kinds of answers that show these questions. */
function labelsShowing(names: readonly string[], moves: Moves): Set<string> {
  const moved = moves.questions.filter(({ question }) => names.includes(question));
  const places = moved.flatMap((one) => placesOf(moves, one));
  return new Set(places.map((place) => splitPlace(place).label));
}

/** The parts of the battery that may show these questions; null means all of them. */
export function partsShowing(names: readonly string[], moves: Moves, { answers }: Facts): string[] | null {
  const labels = labelsShowing(names, moves);
  const ofKinds = [...answers].flatMap(([label, { kind }]) => (labels.has(kind) ? (partOf(label) ?? []) : []));
  const found = [...new Set([...[...labels].flatMap((label) => partOf(label) ?? []), ...ofKinds])];
  return found.length === 0 ? null : found;
}

/** Parts that have answers of nearly all kinds. */
const BASIC = ['access', 'uploads', 'forms', 'replays', 'credits', 'outputs', 'lists', 'cancels', 'jobs'];

/**
 * The parts to play for these questions, or undefined for all. Facts that all answers of a kind share need the basic
 * parts.
 */
export function partsFor(names: readonly string[] | null, moves: Moves): string[] | undefined {
  if (names === null) return undefined;
  return [...new Set([...labelsShowing(names, moves)].flatMap((label) => partOf(label) ?? BASIC))];
}

/**
 * Merges the facts of parts that were played again. What does not belong to a part was read from everything that was
 * played.
 */
export function withParts(before: Facts, now: Facts, parts: readonly string[]): Facts {
  const isOld = (label: string) => !parts.includes(partOf(label) ?? '');
  const answers = [...before.answers].filter(([label]) => isOld(label));
  const notes = [...before.notes].filter(([place]) => isOld(splitPlace(place).label));
  return factsOf(new Map([...answers, ...now.answers]), new Map([...notes, ...now.notes]));
}

/** Adds what the emulator notes in a part by default. */
export function withUsual(facts: Facts, moves: Moves, part: string): Facts {
  const all = moves.questions.flatMap((moved) => movedFacts(moves, moved));
  const own = all.flatMap(({ place, shows: [usual] }): [string, Value][] =>
    partOf(splitPlace(place).label) === part && !place.includes('/') && usual !== undefined ? [[place, usual]] : [],
  );
  return factsOf(facts.answers, new Map([...facts.notes, ...own]));
}
