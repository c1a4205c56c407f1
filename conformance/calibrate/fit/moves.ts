import type { Value } from '../facts/value.ts';

/**
 * What changes if a question is answered differently. Each row is a place among the facts, and what the emulator shows
 * there under each of the choices, as indices into `values`; -1 if it was not asked. The first choice is the default.
 */
export type Moved = { question: string; choices: readonly unknown[]; rows: readonly (readonly number[])[] };

/** Each text is stored once: a row begins with the index of its place. */
export type Moves = { places: readonly string[]; values: readonly Value[]; questions: readonly Moved[] };

export type MovedFact = { place: string; shows: readonly (Value | undefined)[] };

/** The rows of a question, with the indices resolved. */
export function movedFacts({ places, values }: Moves, { rows }: Moved): MovedFact[] {
  return rows.map(([place = 0, ...shown]) => ({
    place: places[place] ?? '',
    shows: shown.map((index) => (index < 0 ? undefined : values[index])),
  }));
}

/** The places that show a question. */
export function placesOf({ places }: Moves, { rows }: Moved): string[] {
  return rows.map(([place = 0]) => places[place] ?? '');
}

/** Builds the table from what was learned about each question. */
export function movesOf(
  learnt: readonly { question: string; choices: readonly unknown[]; facts: readonly MovedFact[] }[],
): Moves {
  const places: string[] = [];
  const values: Value[] = [];
  const indexIn = <Item>(list: Item[], item: Item): number => {
    const at = list.indexOf(item);
    return at >= 0 ? at : list.push(item) - 1;
  };
  const questions = learnt.map(({ question, choices, facts }) => ({
    question,
    choices,
    rows: facts.map(({ place, shows }) => [
      indexIn(places, place),
      ...shows.map((value) => (value === undefined ? -1 : indexIn(values, value))),
    ]),
  }));
  return { places, values, questions };
}
