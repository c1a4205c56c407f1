import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { ownTable } from '../other-make/choices.ts';
import { HABITS, type OtherServerOptions } from '../other-make/options.ts';
import { besideOf, type Choice, choicesOf, chosenOf } from '../proof/choices.ts';
import { rowsOf } from './rows.ts';

/** A server of another make with many lawful differences from its usual form. */
export type Form = { name: string; options: OtherServerOptions; ways: readonly string[] };

/** These make a server refuse requests at random, so no fact could be read. */
const BY_CHANCE = ['sometimes_limited', 'sometimes_unavailable'];
const TOGETHER = 14;

const table = ownTable(QUESTIONS);
const choices = choicesOf(table, 'other-make').filter(({ question }) => !BY_CHANCE.includes(question.name));

/**
 * The first form is the unchanged server. The others have as many compatible choices as possible, and half of the
 * habits.
 */
export function formsOf(count: number, seed: string): Form[] {
  const forms: Form[] = [{ name: 'as it is', options: {}, ways: [] }];
  for (let round = 1; forms.length < count; round += 1) {
    const rows = rowsOf(choices, table, { seed: `${seed} ${round}`, together: TOGETHER });
    forms.push(
      ...rows.filter((row) => row.length > TOGETHER / 2).map((row, index) => formOf(row, `${seed} ${round} ${index}`)),
    );
  }
  return forms.slice(0, count).map((form, index) => ({ ...form, name: index === 0 ? form.name : `form ${index}` }));
}

function formOf(row: readonly Choice[], seed: string): Form {
  const habits = shuffled(HABITS, seededDraws(seed)).slice(0, HABITS.length / 2);
  const ways = [...row.map(plainName), ...habits];
  return { name: seed, ways, options: { choices: { ...besideOf(row), ...chosenOf(row) }, habits } };
}

/** Pairs of servers that differ in one choice, each with the question of that choice. */
export function pairsOf(count: number, seed: string): { name: string; question: string; pair: [Form, Form] }[] {
  return rowsOf(choices, table, { seed, together: 1 })
    .slice(0, count)
    .map((row) => {
      const name = row.map(plainName).join();
      const other = { name, ways: [name], options: { choices: { ...besideOf(row), ...chosenOf(row) } } };
      const usual = { name: 'as it is', ways: [], options: { choices: besideOf(row) } };
      return { name, question: row[0]?.question.name ?? '', pair: [usual, other] };
    });
}

function plainName({ name }: Choice): string {
  return name.replace('other-make: ', '');
}
