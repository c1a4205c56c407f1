import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { parseDuration } from '../../shared/duration.ts';
import { choiceProblem, isDuration, type Question, questionNamed } from '../../shared/questions/question.ts';
import { questionOf, retiredIn } from '../../shared/questions/retired.ts';
import type { Value } from './facts/value.ts';
import { ALIKE, DIFFERS } from './write-config.ts';

/** A choice in a configuration, and what the comment above it states as seen. */
export type Written = { question: Question; choice: unknown; seen: string | null };

/**
 * The choices in a configuration. Throws an Error with the line and column of an unknown question or an invalid choice.
 */
export function readConfig(
  file: string,
  text: string,
  questions: readonly Question[],
  onRetired: (names: readonly string[]) => void = () => {},
): Written[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const refuse = (offset: number, problem: string): never => {
    const { line, col } = lines.linePos(offset);
    throw new Error(`${file}:${line}:${col}: ${problem}`);
  };
  const [mistake] = document.errors;
  if (mistake !== undefined) refuse(mistake.pos[0], `this is no YAML: ${mistake.message}`);
  if (document.contents === null) return [];
  if (!isMap(document.contents)) return refuse(0, 'a configuration is a map, with readings');
  const retired = retiredIn(toJson(document.contents.get('readings', true)));
  onRetired(retired);
  const reading: Reading = { questions, retired: retired.map(questionOf), refuse, found: [] };
  for (const section of ['readings', 'stages']) {
    const part = document.contents.get(section, true);
    if (isMap(part)) readMap(part, section === 'stages' ? 'stages.' : '', reading);
    else if (part !== undefined) refuse(offsetOf(part), `${section} must be a map of choices by their questions`);
  }
  return reading.found;
}

/** The facts in which a configuration is known to differ from its server; null if it was written without facts. */
export function differencesIn(text: string): { differ: { place: string; a: Value }[] | null } {
  const lines = text.split('\n');
  if (!lines.some((line) => line.startsWith(ALIKE))) return { differ: null };
  return { differ: lines.filter((line) => line.startsWith(DIFFERS)).flatMap(differenceIn) };
}

function differenceIn(line: string): { place: string; a: Value }[] {
  try {
    const [place, a]: unknown[] = JSON.parse(line.slice(DIFFERS.length));
    return typeof place === 'string' ? [{ place, a: a as Value }] : [];
  } catch {
    return [];
  }
}

type Reading = {
  questions: readonly Question[];
  /** Retired questions, which are ignored. */
  retired: readonly string[];
  refuse(offset: number, problem: string): never;
  found: Written[];
};

function readMap(map: unknown, prefix: string, reading: Reading): void {
  if (!isMap(map)) return;
  for (const [index, { key, value }] of map.items.entries()) {
    const name = `${prefix}${isScalar(key) ? String(key.value) : ''}`;
    if (reading.retired.includes(name)) continue;
    const isGroup = prefix === '' && reading.questions.some((one) => one.name.startsWith(`${name}.`));
    if (isGroup && isMap(value)) readMap(value, `${name}.`, reading);
    else
      reading.found.push(
        choiceOf(name, key, value, { ...reading, before: index === 0 ? (map.commentBefore ?? '') : '' }),
      );
  }
}

function choiceOf(name: string, key: unknown, value: unknown, reading: Reading & { before: string }): Written {
  const { questions, refuse, before } = reading;
  const question = orRefuse(
    () => questionNamed(name, questions),
    (problem) => refuse(offsetOf(key), problem),
  );
  const plain = isScalar(value) ? value.value : toJson(value);
  const length = isDuration(question) && typeof plain === 'string' ? parseDuration(plain) : null;
  const choice = length ?? plain;
  const problem = choiceProblem(question, choice);
  if (problem !== null) refuse(offsetOf(value ?? key), `${name} ${problem}`);
  const comment = (isScalar(key) ? key.commentBefore : null) ?? before;
  return { question, choice, seen: /^\s*seen: (.*)$/m.exec(comment)?.[1] ?? null };
}

function orRefuse<Found>(find: () => Found, refuse: (problem: string) => never): Found {
  try {
    return find();
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function offsetOf(node: unknown): number {
  const { range } = (node ?? {}) as { range?: readonly number[] | null };
  return range?.[0] ?? 0;
}

function toJson(node: unknown): unknown {
  return typeof node === 'object' && node !== null && 'toJSON' in node && typeof node.toJSON === 'function'
    ? node.toJSON()
    : null;
}
