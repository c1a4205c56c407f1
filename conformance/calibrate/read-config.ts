import { parseDuration } from '../../shared/duration.ts';
import { jsonIn } from '../../shared/json-in.ts';
import { choiceProblem, isDuration, type Question, questionNamed } from '../../shared/questions/question.ts';
import { questionOf, retiredIn } from '../../shared/questions/retired.ts';
import { childOf, type MapEntry, type MapNode, type Place, plain } from '../../shared/yaml/node.ts';
import { BadSource } from '../suite/yaml/problem.ts';
import { documentsOf } from '../suite/yaml/source-file.ts';
import type { Value } from './facts/value.ts';
import { ALIKE, DIFFERS } from './write-config.ts';

/** A choice in a configuration, and what the comment above it states as seen. */
export type Written = { question: Question; choice: unknown; seen: string | null };

/**
 * The choices in a configuration. Throws a BadSource with the place of an unknown question or an invalid choice.
 */
export function readConfig(
  file: string,
  text: string,
  questions: readonly Question[],
  onRetired: (names: readonly string[]) => void = () => {},
): Written[] {
  const [root, more] = documentsOf({ file, text });
  if (root === undefined) return [];
  if (more !== undefined) refuse(more.place, 'this begins a second document; remove it');
  if (root.kind !== 'map') return refuse(root.place, 'a configuration is a map, with readings');
  const readings = childOf(root, 'readings');
  const retired = retiredIn(readings && plain(readings));
  onRetired(retired);
  const reading: Reading = { questions, retired: retired.map(questionOf), lines: text.split('\n'), found: [] };
  for (const section of ['readings', 'stages']) {
    const part = childOf(root, section);
    if (part?.kind === 'map') readMap(part, section === 'stages' ? 'stages.' : '', reading);
    else if (part !== undefined) refuse(part.place, `${section} must be a map of choices by their questions`);
  }
  return reading.found;
}

function refuse(place: Place, message: string): never {
  throw new BadSource([{ place, message }]);
}

/** The facts in which a configuration is known to differ from its server; null if it was written without facts. */
export function differencesIn(text: string): { differ: { place: string; a: Value }[] | null } {
  const lines = text.split('\n');
  if (!lines.some((line) => line.startsWith(ALIKE))) return { differ: null };
  return { differ: lines.filter((line) => line.startsWith(DIFFERS)).flatMap(differenceIn) };
}

function differenceIn(line: string): { place: string; a: Value }[] {
  const [place, a] = [jsonIn(line.slice(DIFFERS.length))].flat();
  return typeof place === 'string' ? [{ place, a: a as Value }] : [];
}

type Reading = {
  questions: readonly Question[];
  /** Retired questions, which are ignored. */
  retired: readonly string[];
  lines: readonly string[];
  found: Written[];
};

function readMap({ entries }: MapNode, prefix: string, reading: Reading): void {
  for (const entry of entries) {
    const name = `${prefix}${entry.key}`;
    if (reading.retired.includes(name)) continue;
    const isGroup = prefix === '' && reading.questions.some((one) => one.name.startsWith(`${name}.`));
    if (isGroup && entry.value.kind === 'map') readMap(entry.value, `${name}.`, reading);
    else reading.found.push(choiceOf(name, entry, reading));
  }
}

function choiceOf(name: string, { keyPlace, value }: MapEntry, { questions, lines }: Reading): Written {
  const question = orRefuse(keyPlace, () => questionNamed(name, questions));
  const said = plain(value);
  const length = isDuration(question) && typeof said === 'string' ? parseDuration(said) : null;
  const choice = length ?? said;
  const problem = choiceProblem(question, choice);
  if (problem !== null) refuse(value.place, `${name} ${problem}`);
  return { question, choice, seen: seenAbove(lines, keyPlace.line - 2) };
}

/** What the comment that ends with a line states as seen. */
function seenAbove(lines: readonly string[], last: number): string | null {
  for (let index = last; /^\s*#/.test(lines[index] ?? ''); index -= 1) {
    const [, seen] = /^\s*#\s*seen: (.*)$/.exec(lines[index] ?? '') ?? [];
    if (seen !== undefined) return seen;
  }
  return null;
}

function orRefuse<Found>(place: Place, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    return refuse(place, error instanceof Error ? error.message : String(error));
  }
}
