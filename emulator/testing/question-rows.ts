import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { isSettable } from '../../shared/questions/question.ts';
import type { EmulatorOptions } from '../index.ts';

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
export function testQuestions(file: string, meant: RegExp, rows: readonly QuestionRow[]): void {
  describe(`the questions of ${file}`, () => {
    it.each(rows.map((row) => [`${row.question}: ${JSON.stringify(row.choice)}`, row] as const))(
      '%s',
      async (_, { question, choice, shown, is, usually }) => {
        expect(await shown({})).toEqual(usually);
        expect(await shown({ [question]: choice })).toEqual(is);
      },
    );

    it('each that can be set has a row', () => {
      const path = fileURLToPath(new URL(`../../scenarios/questions/${file}`, import.meta.url));
      const names = Object.keys(parse(readFileSync(path, 'utf8'))).filter((name) => meant.test(name));
      const settable = QUESTIONS.filter(isSettable).filter(({ name }) => names.includes(name));
      expect([...new Set(rows.map(({ question }) => question))].sort()).toEqual(
        settable.map(({ name }) => name).sort(),
      );
    });
  });
}

/** Choices as a configuration says them: `codes.rate_limited` lies under `codes`. */
export function readingsOf(chosen: Chosen): NonNullable<EmulatorOptions['readings']> {
  const readings: Record<string, unknown> = {};
  for (const [name, choice] of Object.entries(chosen)) {
    const [first = '', second] = name.split('.');
    readings[first] = second === undefined ? choice : { ...(readings[first] as object), [second]: choice };
  }
  return readings;
}
