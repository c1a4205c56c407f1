import { describe, expect, it } from 'vitest';
import { choiceName } from '../../../shared/questions/question.ts';
import type { Emulator } from '../../index.ts';
import { type Client, emulatorFor } from '../client.ts';
import { readingsWith, settableIn } from './topic-questions.ts';

type Tried = { emulator: Emulator; client: Client };

/** A choice, the exchange that shows it, and what is seen of it without the choice and with it. */
export type ChoiceRow = [
  name: string,
  choice: unknown,
  show: (tried: Tried) => Promise<unknown>,
  usual: unknown,
  chosen: unknown,
];

/**
 * Tries each choice from the start and in a running world. Every question of the topic that can be set has a row; `about`
 * where the file has those of some names alone.
 */
export function describeChoices(topic: string, rows: readonly ChoiceRow[], about = (_: string) => true): void {
  describe.each(rows)('%s', (name, choice, show, usual, chosen) => {
    it(`is kept to as ${choiceName(name, choice)}`, async () => {
      const readings = readingsWith({ [name]: choice });
      const running = await emulatorFor();
      const [before, begun] = [await emulatorFor(), await emulatorFor({ readings })];
      await running.emulator.readings.set(readings);
      expect(await show(before)).toEqual(usual);
      expect(await show(begun)).toEqual(chosen);
      expect(await show(running)).toEqual(chosen);
    });
  });

  it(`has a row for every question of ${topic} that can be set`, () => {
    const shown = new Set(rows.map(([name]) => name));
    expect(settableIn(topic).filter((name) => about(name) && !shown.has(name))).toEqual([]);
  });
}
