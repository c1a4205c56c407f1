import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { BadSource, type Problem } from '../../../../conformance/suite/yaml/problem.ts';
import { readAs } from '../../../../conformance/suite/yaml/read-as.ts';
import { readYaml } from '../../../../conformance/suite/yaml/read-yaml.ts';
import { parseDuration } from '../../../../shared/duration.ts';
import { type Choices, isDuration, type Question } from '../../../../shared/questions/question.ts';
import { problemsOf } from './check-question.ts';

export const QUESTIONS_FOLDER = new URL('../../../../scenarios/questions/', import.meta.url);

const text = z.string();
const word = z.union([text, z.number(), z.boolean()]);
const end = z.nullable(word);
const ends = z.tuple([end, end]);
const range = z.union([
  z.strictObject({ integer: ends }),
  z.strictObject({ number: ends }),
  z.strictObject({ duration: ends }),
  z.strictObject({ pair: ends }),
]);
const byChoice = <Value extends z.ZodMiniType>(value: Value) => z.record(text, value);

const questionFields = z.strictObject({
  section: text,
  anchor: z.optional(z.array(text)),
  reading: z.optional(z.int()),
  ask: text,
  choices: z.union([z.array(word).check(z.minLength(2)), z.literal(['code', 'quota']), range]),
  or_null: z.optional(z.boolean()),
  default: z.unknown(),
  because: text,
  moves: text,
  observed: z.optional(text),
  observe: z.optional(text),
  unobserved: z.optional(text),
  tries: z.optional(z.array(z.unknown())),
  was: z.optional(byChoice(text)),
  blamed: z.optional(byChoice(z.array(text))),
  below: z.optional(text),
  not_with: z.optional(z.array(z.strictObject({ choice: word, other: text, is: z.array(word), because: text }))),
  set: z.optional(z.literal(false)),
  why_not: z.optional(text),
});
type Fields = z.output<typeof questionFields>;

/** The table of open questions, in the order of its files; all that is wrong with it, each with its place. */
export function readQuestions(folder: URL = QUESTIONS_FOLDER): Question[] {
  const problems: Problem[] = [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'sentences.yaml');
  const questions = files.sort().flatMap((file) => questionsIn(new URL(file, folder), problems));
  if (problems.length > 0) throw new BadSource(problems);
  return questions;
}

function questionsIn(url: URL, problems: Problem[]): Question[] {
  const path = fileURLToPath(url);
  const [root] = readYaml(path.slice(path.lastIndexOf('/scenarios/') + 1), readFileSync(url, 'utf8'));
  if (root?.kind !== 'map') return [];
  return root.entries.flatMap(({ key, keyPlace, value }) => {
    const fields = readAs(questionFields, value, key, problems);
    if (fields === null) return [];
    const question = questionOf(key, fields);
    for (const message of problemsOf(question)) problems.push({ place: keyPlace, message: `${key}: ${message}` });
    return [question];
  });
}

function questionOf(name: string, { choices, tries, default: usual, ...fields }: Fields): Question {
  const read = choicesOf(choices);
  const valueOf = (value: unknown) =>
    isDuration({ choices: read }) && typeof value === 'string' ? durationOf(value) : value;
  return {
    name,
    ...fields,
    choices: read,
    default: valueOf(usual),
    ...(tries !== undefined && { tries: tries.map(valueOf) }),
  } as Question;
}

function choicesOf(given: Fields['choices']): Choices {
  if (Array.isArray(given)) return given;
  if (typeof given === 'string') return { kind: given, from: null, to: null };
  const [[kind, [from, to]] = ['number', [null, null]]] = Object.entries(given);
  return { kind: kind as 'integer', from: boundOf(from), to: boundOf(to) };
}

function boundOf(value: z.output<typeof end>): number | null {
  if (typeof value === 'string') return durationOf(value);
  return typeof value === 'number' ? value : null;
}

function durationOf(value: string): number {
  return parseDuration(value) ?? Number.NaN;
}
