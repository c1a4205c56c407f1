import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { withChoices } from '../../../shared/questions/places.ts';
import { isSettable } from '../../../shared/questions/question.ts';
import type { EmulatorOptions } from '../../index.ts';

/** The questions of one file of the table that can be set, by their names. */
export function settableIn(topic: string): string[] {
  const file = new URL(`../../../scenarios/questions/${topic}.yaml`, import.meta.url);
  const names = new Set(Object.keys(parse(readFileSync(file, 'utf8'))));
  return QUESTIONS.filter((question) => names.has(question.name) && isSettable(question)).map(({ name }) => name);
}

/** Readings with these choices in them, as a configuration has them: `codes.rate_limited` lies under `codes`. */
export function readingsWith(
  chosen: Readonly<Record<string, unknown>>,
  readings: EmulatorOptions['readings'] = {},
): NonNullable<EmulatorOptions['readings']> {
  return withChoices<EmulatorOptions>({ readings }, chosen).readings ?? {};
}
