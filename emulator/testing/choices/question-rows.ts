import { describe, expect, it } from 'vitest';
import { settableIn } from './topic-questions.ts';

/** Some choices, by the names of their questions. */
export type Chosen = Readonly<Record<string, unknown>>;

/** What an exchange shows under a choice, and what it shows by default. */
export type QuestionRow = {
  question: string;
  choice: unknown;
  shown: (chosen: Chosen) => Promise<unknown>;
  is: unknown;
  usually: unknown;
};

/** Questions of one file of the table, those of these names, with the exchanges that show their choices. */
export function testQuestions(topic: string, meant: RegExp, rows: readonly QuestionRow[]): void {
  describe(`the questions of ${topic}`, () => {
    it.each(rows.map((row) => [`${row.question}: ${JSON.stringify(row.choice)}`, row] as const))(
      '%s',
      async (_, { question, choice, shown, is, usually }) => {
        expect(await shown({})).toEqual(usually);
        expect(await shown({ [question]: choice })).toEqual(is);
      },
    );

    it('each that can be set has a row', () => {
      const settable = settableIn(topic).filter((name) => meant.test(name));
      expect([...new Set(rows.map(({ question }) => question))].sort()).toEqual(settable.sort());
    });
  });
}
