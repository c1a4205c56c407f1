import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { BadSource, type Problem } from '../../../conformance/suite/yaml/problem.ts';
import { readAs } from '../../../conformance/suite/yaml/read-as.ts';
import { documentsOf } from '../../../conformance/suite/yaml/source-file.ts';
import { parseDuration } from '../../../shared/duration.ts';
import { type Choices, choiceText, isDuration, type Question } from '../../../shared/questions/question.ts';
import type { Retired } from '../../../shared/questions/retired.ts';
import { problemsOf } from './check-question.ts';

export const QUESTIONS_FOLDER = new URL('../../../scenarios/questions/', import.meta.url);

const text = z.string();
const word = z.union([text, z.number(), z.boolean()]);
const end = z.nullable(word);
const ends = z.tuple([end, end]);
const orNull = { or_null: z.optional(z.literal(true)) };
const range = z.union([
  z.strictObject({ integer: ends, ...orNull }),
  z.strictObject({ number: ends, ...orNull }),
  z.strictObject({ duration: ends, ...orNull }),
  z.strictObject({ range: ends, ...orNull }),
  z.strictObject({ quota: ends, ...orNull }),
  z.strictObject({ code: z.literal('any'), ...orNull }),
]);
const names = z.union([text, z.array(text)]);
const byChoice = <Value extends z.ZodMiniType>(value: Value) => z.record(text, value);

const questionFields = z.strictObject({
  section: text,
  anchor: z.optional(z.array(text)),
  reading: z.optional(z.int()),
  ask: text,
  choices: z.union([z.array(word).check(z.minLength(2)), range]),
  default: z.unknown(),
  because: text,
  moves: text,
  observed: z.optional(text),
  widen: z.optional(text),
  observe: z.optional(text),
  unobserved: z.optional(text),
  tries: z.optional(z.array(z.unknown())),
  was: z.optional(byChoice(names)),
  blamed: z.optional(byChoice(z.array(text))),
  warned: z.optional(byChoice(z.array(text))),
  below: z.optional(text),
  shows_with: z.optional(z.record(text, z.unknown())),
  not_with: z.optional(z.array(z.strictObject({ choice: word, other: text, is: z.array(word), because: text }))),
  set: z.optional(z.literal(false)),
  why_not: z.optional(text),
});
type Fields = z.output<typeof questionFields>;

/** Files of the folder that contain no questions. */
const OTHER_FILES = ['sentences.yaml', 'retired.yaml'];

const retiredSchema = z.record(text, z.strictObject({ since: text, because: text }));

/** Removed questions and choices that a configuration may still name. */
export function readRetired(): Record<string, Retired> {
  return z.parse(retiredSchema, parse(readFileSync(new URL('retired.yaml', QUESTIONS_FOLDER), 'utf8')));
}

/** The questions of a file, and their topic from its first line. */
export type Topic = { name: string; about: string; questions: Question[] };

/** Reads the table of open questions in the order of its files. Throws all problems, each with its place. */
export function readTopics(folder: URL = QUESTIONS_FOLDER): Topic[] {
  const problems: Problem[] = [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && !OTHER_FILES.includes(file));
  const topics = files.sort().map((file): Topic => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const [, about = ''] = /^# Open questions about (.*)\.$/m.exec(text) ?? [];
    const questions = questionsIn(fileURLToPath(new URL(file, folder)), text, problems);
    return { name: file.replace('.yaml', ''), about, questions };
  });
  if (problems.length > 0) throw new BadSource(problems);
  return topics;
}

export function readQuestions(): Question[] {
  return readTopics().flatMap(({ questions }) => questions);
}

function questionsIn(path: string, text: string, problems: Problem[]): Question[] {
  const [root] = documentsOf({ file: path.slice(path.lastIndexOf('/scenarios/') + 1), text });
  if (root?.kind !== 'map') return [];
  return root.entries.flatMap(({ key, keyPlace, value }) => {
    const fields = readAs(questionFields, value, key, problems);
    if (fields === null) return [];
    const question = questionOf(key, fields);
    for (const message of problemsOf(question)) problems.push({ place: keyPlace, message: `${key}: ${message}` });
    return [question];
  });
}

function questionOf(name: string, fields: Fields): Question {
  const choices = choicesOf(fields.choices);
  const readValue = (value: unknown) =>
    isDuration({ choices }) && typeof value === 'string' ? durationOf(value) : value;
  const byValue = (given: Readonly<Record<string, string | readonly string[]>>) =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [choiceText(readValue(parse(key))), [value].flat()]),
    );
  const { tries, was, blamed, warned, ...rest } = fields;
  return {
    name,
    ...rest,
    choices,
    ...(!Array.isArray(fields.choices) && fields.choices.or_null && { or_null: true }),
    default: readValue(fields.default),
    ...(tries !== undefined && { tries: tries.map(readValue) }),
    ...(was !== undefined && { was: byValue(was) }),
    ...(blamed !== undefined && { blamed: byValue(blamed) }),
    ...(warned !== undefined && { warned: byValue(warned) }),
  } as Question;
}

const KINDS = {
  integer: 'integer',
  number: 'number',
  duration: 'duration',
  range: 'pair',
  quota: 'quota',
  code: 'code',
} as const;

function choicesOf(given: Fields['choices']): Choices {
  if (Array.isArray(given)) return given;
  const { or_null: _, ...kinds } = given;
  const [[kind, bounds] = ['number' as const, 'any' as const]] = entriesOf(kinds);
  const [from, to] = bounds === 'any' ? [null, null] : bounds;
  return { kind: KINDS[kind], from: boundOf(from), to: boundOf(to) };
}

function entriesOf(kinds: object): [keyof typeof KINDS, z.output<typeof ends> | 'any'][] {
  return Object.entries(kinds) as [keyof typeof KINDS, z.output<typeof ends> | 'any'][];
}

function boundOf(value: z.output<typeof end>): number | null {
  if (typeof value === 'string') return durationOf(value);
  return typeof value === 'number' ? value : null;
}

function durationOf(value: string): number {
  return parseDuration(value) ?? Number.NaN;
}
