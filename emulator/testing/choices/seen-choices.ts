import { describe, expect, it } from 'vitest';
import type { ReadingsInput } from '../../../shared/questions/generated/readings.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { choiceName, readChoice } from '../../../shared/questions/question.ts';
import type { Emulator, EmulatorOptions } from '../../index.ts';
import { type Client, emulatorFor } from '../client.ts';
import { readingsWith, settableIn } from './topic-questions.ts';

/** What an exchange shows of a question: what is seen under each choice that is named, and not under the default. */
export type Shown = {
  /** What it is seen under besides, the default as well. */
  under?: ReadingsInput;
  options?: EmulatorOptions;
  see(made: { emulator: Emulator; client: Client }): Promise<unknown>;
  as: Readonly<Record<string, unknown>>;
};

/** Tests that the choices of one file of the table of questions can be seen, each question of it that can be set. */
export function describeChoices(topic: string, shown: Readonly<Record<string, Shown>>) {
  const rows = Object.entries(shown).flatMap(([name, { as, ...row }]) =>
    Object.entries(as).map(([text, seen]) => {
      const { choice } = readChoice(`${name}=${text}`, QUESTIONS);
      return { title: choiceName(name, choice), chosen: { [name]: choice }, seen, ...row };
    }),
  );

  describe(`the choices of ${topic}`, () => {
    it.each(rows)('$title is seen, and not by default', async ({ chosen: own, under = {}, options, see, seen }) => {
      const chosen = await emulatorFor({ ...options, readings: readingsWith(own, under) });
      expect(await see(chosen)).toEqual(seen);
      const usual = await emulatorFor({ ...options, readings: under });
      expect(await see(usual)).not.toEqual(seen);
    });

    it('are seen of each question that can be set', () => {
      expect(settableIn(topic).filter((name) => shown[name] === undefined)).toEqual([]);
    });
  });
}
