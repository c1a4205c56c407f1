import { createHash } from 'node:crypto';
import { conflictsAmong } from '../../shared/questions/conflicts.ts';
import type { Question } from '../../shared/questions/question.ts';
import {
  type Choice,
  choicesOf,
  type Make,
  marksOf,
  namedOf,
  type PairRow,
  unusualIn,
  usualChoice,
} from './choices.ts';
import { coveringArray } from './covering-array.ts';
import type { Factor, Row } from './pair-grid.ts';

export type PairRows = { rows: PairRow[]; pairs: number; excluded: number };

/**
 * Rows that contain each pair of choices of two questions at least once, including the usual choices. Choices with
 * marks come last, in separate rows, because a rule that they make fail would hide other reasons for its failure.
 */
export function pairRows(questions: readonly Question[], seed: string, make: Make = 'emulator'): PairRows {
  const choices = choicesOf(questions, make);
  const isAllowed = mayStandTogether(questions);
  const spared = factorsOf(choices.filter((choice) => marksOf(choice).length === 0));
  const all = factorsOf(choices);
  const first = coveringArray(wholeFactors(spared, all), { seed, isAllowed });
  const rest = coveringArray(all, { seed, isAllowed, before: first.rows });
  const rows = [...first.rows, ...rest.rows].map((row, index) => ({
    make,
    name: namedOf(make, `row-${index + 1}`),
    ...rowOf(unusualIn(questions, row, make)),
  }));
  return { rows, pairs: first.pairs + rest.pairs, excluded: rest.excluded };
}

function factorsOf(choices: readonly Choice[]): Factor[] {
  const questions = [...new Set(choices.map(({ question }) => question))];
  return questions.map((question) => ({
    name: question.name,
    values: [usualChoice(question), ...choices.flatMap((one) => (one.question === question ? [one.choice] : []))],
  }));
}

/** A question keeps its usual choice if all others are left out. */
function wholeFactors(some: readonly Factor[], all: readonly Factor[]): Factor[] {
  return all.map(
    (factor) => some.find(({ name }) => name === factor.name) ?? { ...factor, values: factor.values.slice(0, 1) },
  );
}

function mayStandTogether(questions: readonly Question[]): (two: Row) => boolean {
  const byName = new Map(questions.map((question) => [question.name, question]));
  return (two) => {
    const named = Object.keys(two).flatMap((name) => byName.get(name) ?? []);
    return conflictsAmong(named, (name) => two[name]).length === 0;
  };
}

function rowOf(choices: Choice[]): Pick<PairRow, 'choices' | 'digest'> {
  const names = choices.map((choice) => choice.name).sort();
  return { choices, digest: createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 8) };
}
