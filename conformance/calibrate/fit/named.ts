import type { Question } from '../../../shared/questions/question.ts';
import { type Facts, type Place, shownAt } from '../facts/facts.ts';
import type { FactDifference } from '../facts/likeness.ts';
import { improvements } from './improvements.ts';
import { type Moves, placesOf } from './moves.ts';

/** A fact that differs; the question is null if none explains it. */
export type NamedDifference = FactDifference & { question: string | null };

/**
 * The open question that explains a difference between two servers, by place: another choice of it would show the same.
 */
export function questionsBehind(
  a: Facts,
  b: Facts,
  table: { questions: readonly Question[]; moves: Moves },
): ReadonlyMap<Place, string> {
  const found = [
    { server: b, twin: a },
    { server: a, twin: b },
  ].flatMap((sides) => improvements({ ...sides, ...table, chosen: new Map() }));
  return new Map(found.flatMap(({ question, seen }) => seen.map(({ place }) => [place, question] as const)));
}

/** How many questions show in a place that both servers have. */
export function questionsSeen(a: Facts, b: Facts, moves: Moves): number {
  const isSeen = (place: Place) => shownAt(a, place) !== undefined && shownAt(b, place) !== undefined;
  return moves.questions.filter((moved) => placesOf(moves, moved).some(isSeen)).length;
}
