import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { withChoices } from '../../../shared/questions/places.ts';
import { choiceName, isSettable, readChoice } from '../../../shared/questions/question.ts';
import type { Emulator, EmulatorOptions } from '../../index.ts';

/** An exchange with a world, and what it returns. */
export type Show<World> = (world: World) => Promise<unknown>;

/** A question, an exchange, its result by default, and its result with some choices. */
export type ChoiceRow<World> = readonly [
  question: string,
  show: Show<World>,
  usual: unknown,
  chosen: Readonly<Record<string, unknown>>,
  options?: EmulatorOptions,
];

type Harness<World> = {
  /** Opens a separate world. */
  open(options: EmulatorOptions): Promise<World>;
  /** The questions that the rows cover, if a file does not cover the whole topic. */
  about?: RegExp;
};

/**
 * Tests that each choice has its effect, from the start and in a running world, and that each settable question has a
 * row.
 */
export function describeChoices<World extends { emulator: Emulator }>(
  topic: string,
  rows: readonly ChoiceRow<World>[],
  { open, about = /./ }: Harness<World>,
): void {
  const cases = rows.flatMap(([question, show, usual, chosen, options = {}]) =>
    Object.entries(chosen).map(([text, seen]) => {
      const { choice } = readChoice(`${question}=${text}`, QUESTIONS);
      return { title: choiceName(question, choice), chosen: { [question]: choice }, show, usual, seen, options };
    }),
  );

  describe(`the choices of ${topic}`, () => {
    it.each(cases)('$title', async ({ chosen, show, usual, seen, options }) => {
      expect(await show(await open(options))).toEqual(usual);
      expect(await show(await open(withChoices(options, chosen)))).toEqual(seen);
      const running = await open(options);
      const { readings, stages } = withChoices<EmulatorOptions>({}, chosen);
      await running.emulator.readings.set({ ...readings, stages });
      expect(await show(running)).toEqual(seen);
      expect(seen).not.toEqual(usual);
    });

    it('have a row for each question that can be set', () => {
      const file = new URL(`../../../scenarios/questions/${topic}.yaml`, import.meta.url);
      const names = Object.keys(parse(readFileSync(file, 'utf8'))).filter((name) => about.test(name));
      const settable = QUESTIONS.filter((one) => names.includes(one.name) && isSettable(one)).map(({ name }) => name);
      expect([...new Set(rows.map(([question]) => question))].sort()).toEqual(settable.sort());
    });
  });
}
