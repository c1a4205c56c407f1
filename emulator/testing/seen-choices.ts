import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ReadingsInput } from '../../shared/questions/generated/readings.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { choiceName, isSettable, readChoice } from '../../shared/questions/question.ts';
import type { Emulator, EmulatorOptions } from '../index.ts';
import { type Client, emulatorFor } from './client.ts';

/** What an exchange shows of a question: what is seen under each choice that is named, and not under the default. */
export type Shown = {
  /** What it is seen under besides, the default as well. */
  under?: ReadingsInput;
  options?: EmulatorOptions;
  see(made: { emulator: Emulator; client: Client }): Promise<unknown>;
  as: Readonly<Record<string, unknown>>;
};

const FOLDER = fileURLToPath(new URL('../../scenarios/questions/', import.meta.url));

/** Tests that the choices of one file of the table of questions can be seen, each question of it that can be set. */
export function describeChoices(file: string, shown: Readonly<Record<string, Shown>>) {
  const rows = Object.entries(shown).flatMap(([name, { as, ...row }]) =>
    Object.entries(as).map(([text, seen]) => {
      const { choice } = readChoice(`${name}=${text}`, QUESTIONS);
      return { title: choiceName(name, choice), readings: readingOf(name, choice), seen, ...row };
    }),
  );

  describe(`the choices of ${file}`, () => {
    it.each(rows)('$title is seen, and not by default', async ({ readings, under = {}, options, see, seen }) => {
      const chosen = await emulatorFor({ ...options, readings: merged(under, readings) });
      expect(await see(chosen)).toEqual(seen);
      const usual = await emulatorFor({ ...options, readings: under });
      expect(await see(usual)).not.toEqual(seen);
    });

    it('are seen of each question that can be set', () => {
      const names = Object.keys(parse(readFileSync(`${FOLDER}${file}`, 'utf8')));
      const settable = QUESTIONS.filter(({ name }) => names.includes(name)).filter(isSettable);
      const seen = Object.keys(shown);
      expect(settable.map(({ name }) => name).filter((name) => !seen.includes(name))).toEqual([]);
    });
  });
}

/** A choice as a configuration has it. */
export function readingOf(name: string, choice: unknown): ReadingsInput {
  const [first = '', second] = name.split('.');
  return { [first]: second === undefined ? choice : { [second]: choice } };
}

/** Both, where they name codes both of them. */
function merged(one: ReadingsInput, other: ReadingsInput): ReadingsInput {
  return { ...one, ...other, ...((one.codes || other.codes) && { codes: { ...one.codes, ...other.codes } }) };
}
