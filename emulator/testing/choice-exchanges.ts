import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { choiceName, isSettable } from '../../shared/questions/question.ts';
import type { Emulator } from '../index.ts';
import { type Client, emulatorFor } from './client.ts';

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
      const readings = nested(name, choice);
      const running = await emulatorFor();
      const [before, begun] = [await emulatorFor(), await emulatorFor({ readings })];
      await running.emulator.readings.set(readings);
      expect(await show(before)).toEqual(usual);
      expect(await show(begun)).toEqual(chosen);
      expect(await show(running)).toEqual(chosen);
    });
  });

  it(`has a row for every question of ${topic} that can be set`, () => {
    const file = new URL(`../../scenarios/questions/${topic}.yaml`, import.meta.url);
    const names = new Set(Object.keys(parse(readFileSync(fileURLToPath(file), 'utf8'))));
    const settable = QUESTIONS.filter(
      (question) => names.has(question.name) && about(question.name) && isSettable(question),
    );
    const shown = new Set(rows.map(([name]) => name));
    expect(settable.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });
}

/** A choice as a configuration names it. */
function nested(name: string, choice: unknown): Record<string, unknown> {
  const [first = '', second] = name.split('.');
  return { [first]: second === undefined ? choice : { [second]: choice } };
}
