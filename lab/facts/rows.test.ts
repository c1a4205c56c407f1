import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { choicesOf, refusalAlone } from '../proof/choices.ts';
import { rowsOf } from './rows.ts';

const choices = choicesOf(QUESTIONS);
const rows = rowsOf(choices, QUESTIONS, { seed: 'test', together: 40 });

describe('Rows of choices', () => {
  it('contain each choice that is valid alone, once', () => {
    const sensible = choices.filter((choice) => refusalAlone(QUESTIONS, choice) === null).map(({ name }) => name);
    const inRows = rows.flat().map(({ name }) => name);
    expect(inRows.toSorted()).toEqual(sensible.toSorted());
    expect(rows.length).toBeLessThan(sensible.length / 10);
  });

  it('never answer a question twice, not even with a choice that another one requires', () => {
    for (const row of rows) {
      const own = row.map(({ question }) => question.name);
      expect(new Set(own).size).toBe(own.length);
      const beside = row.flatMap((one) => Object.keys(one.beside));
      expect(own.filter((name) => beside.includes(name))).toEqual([]);
    }
  });

  it('have one choice each if the limit is 1', () => {
    const alone = rowsOf(choices.slice(0, 5), QUESTIONS, { seed: 'test', together: 1 });
    expect(alone.map((row) => row.length)).toEqual([1, 1, 1, 1, 1]);
  });
});
