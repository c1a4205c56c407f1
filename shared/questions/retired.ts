import { isMap } from '../is-map.ts';
import { RETIRED } from './generated/retired.ts';
import { choiceName } from './question.ts';

/** A question, choice or variant that existed until a version. */
export type Retired = { since: string; because: string };

/** Whether it is the name of a question, choice (NAME=CHOICE) or variant that no longer exists. */
export function isRetired(name: unknown): boolean {
  return typeof name === 'string' && entryOf(name) !== undefined;
}

export function retiredIn(choices: unknown): string[] {
  if (!isMap(choices)) return [];
  return Object.entries(choices).flatMap(([name, choice]) => {
    if (Object.hasOwn(RETIRED, name)) return [name];
    return Object.hasOwn(RETIRED, choiceName(name, choice)) ? [choiceName(name, choice)] : [];
  });
}

/** The same choices without the retired ones, whose questions get their defaults. */
export function withoutRetired(choices: unknown): unknown {
  const gone = retiredIn(choices).map(questionOf);
  if (!isMap(choices) || gone.length === 0) return choices;
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !gone.includes(name)));
}

/** One line about the retired names that were used; null if there are none. */
export function retiredNotice(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const entries = [...new Set(names)].map((name) => {
    const { since = '', because = '' } = entryOf(name) ?? {};
    return `${name} (since ${since}: ${because})`;
  });
  return `no longer has an effect, and will be refused by the next version: ${entries.join(', ')}`;
}

export function questionOf(name: string): string {
  return name.replace(/=.*/s, '');
}

function entryOf(name: string): Retired | undefined {
  return [name, questionOf(name)].filter((one) => Object.hasOwn(RETIRED, one)).map((one) => RETIRED[one])[0];
}
