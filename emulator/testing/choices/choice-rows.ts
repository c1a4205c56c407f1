import { describe, expect, it } from 'vitest';
import { withChoices } from '../../../shared/questions/places.ts';
import { choiceName } from '../../../shared/questions/question.ts';
import type { Emulator, EmulatorOptions } from '../../index.ts';
import { type Client, emulatorFor } from '../client.ts';
import { settableIn } from './topic-questions.ts';

export type At = { emulator: Emulator; client: Client };

/** A choice for a question, an exchange, and what it shows where the choice is taken; the default shows something else. */
export type ChoiceRow = {
  question: string;
  choice: unknown;
  shows(at: At): Promise<unknown>;
  expected: unknown;
  /** What the exchange needs besides. */
  options?: EmulatorOptions;
};

/** Tests that each settable question of a file of the table has a row, and that each row shows its choice. */
export function describeChoices(topic: string, rows: readonly ChoiceRow[]): void {
  describe(`the questions of ${topic}`, () => {
    it('have each an exchange that shows a choice, where they can be set', () => {
      const shown = new Set(rows.map(({ question }) => question));
      expect(settableIn(topic).filter((name) => !shown.has(name))).toEqual([]);
    });

    it.each(rows.map((row) => [choiceName(row.question, row.choice), row] as const))('%s shows', async (_, row) => {
      const { question, choice, shows, expected, options = {} } = row;
      expect(await shows(await emulatorFor(withChoices(options, { [question]: choice })))).toEqual(expected);
      expect(await shows(await emulatorFor(options))).not.toEqual(expected);
    });
  });
}
