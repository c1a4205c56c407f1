import { UsageError } from '../../shared/command.ts';
import { didYouMean } from '../../shared/nearest.ts';
import { choiceText, type Question } from '../../shared/questions/question.ts';
import { shuffled } from '../plan/schedule.ts';
import { seededDraws } from '../plan/seeded-draws.ts';
import type { Entry } from './catalogue.ts';
import {
  AS_IS,
  alone,
  baseName,
  type Choice,
  type Chosen,
  choicesOf,
  chosenOf,
  marksOf,
  readValue,
  refusalAlone,
} from './choices.ts';
import type { Options } from './options.ts';
import type { PairRow } from './pair-rows.ts';
import type { Deviation, Server, Task } from './prove.ts';

/** What is tried: deviations, choices alone, and rows of them. */
export type Plan = {
  deviations: Deviation[];
  choices: Choice[];
  rows: PairRow[];
  /** Choices that make no sense while all else is as usual, with the reason: rows alone try them. */
  refused: { choice: Choice; reason: string }[];
};
export type Material = { entries: readonly Entry[]; questions: readonly Question[]; rows: readonly PairRow[] };

export function planProof({ entries, questions, rows }: Material, options: Options): Plan {
  const deviations = entries.filter((entry): entry is Deviation => entry.kind === 'deviation');
  const choices = choicesOf(questions);
  const words = options.only;
  for (const word of words ?? []) refuseUnknown(word, { deviations, choices, rows });
  const isMeant = (names: readonly string[]) => words === null || words.some((word) => names.includes(word));
  const meant = {
    deviations: deviations.filter(({ id, rule }) => isMeant([id, rule])),
    choices: choices.filter((choice) => words === null || words.some((word) => isChoice(word, choice))),
    rows: rows.filter(({ name }) => isMeant([name])),
  };
  const refused = meant.choices.flatMap((choice) => {
    const reason = refusalAlone(questions, choice);
    return reason === null ? [] : [{ choice, reason }];
  });
  const sensible = meant.choices.filter((choice) => !refused.some((one) => one.choice === choice));
  const draw = <Item>(items: readonly Item[], kind: Options['kinds'][number]) => drawn(items, kind, options);
  return {
    deviations: draw(meant.deviations, 'deviations'),
    choices: draw(sensible, 'choices'),
    rows: draw(meant.rows, 'pairs'),
    refused: options.kinds.includes('choices') ? refused : [],
  };
}

function drawn<Item>(items: readonly Item[], kind: Options['kinds'][number], { kinds, sample, seed }: Options): Item[] {
  if (!kinds.includes(kind)) return [];
  return sample === null ? [...items] : shuffled(items, seededDraws(`${seed} ${kind}`)).slice(0, sample);
}

/** Each server once, and beside those of the plan what they are compared with. Those that may take longest come first. */
export function tasksOf({ deviations, choices, rows }: Plan): Task[] {
  const bases = choices.map((choice) => [baseName(choice), choice.beside] as const);
  const servers = new Map<string, Chosen>([
    ...(choices.length + rows.length > 0 ? [[AS_IS, {}] as const] : []),
    ...bases,
    ...choices.map((choice) => [choice.name, alone(choice)] as const),
  ]);
  const marks = new Map(choices.map((choice) => [choice.name, marksOf(choice)]));
  return [
    ...rows.map(rowServer),
    ...[...servers].map(([name, chosen]) => ({ name, chosen, blamed: marks.get(name) ?? [], marked: [] })),
  ]
    .map((server): Task => ({ kind: 'choices', server }))
    .concat(deviations.map((entry): Task => ({ kind: 'deviation', entry })));
}

function rowServer({ name, choices }: PairRow): Server {
  const marked = choices.filter((choice) => marksOf(choice).length > 0);
  return {
    name,
    chosen: chosenOf(choices),
    blamed: marked.flatMap(marksOf),
    marked: marked.map(({ question }) => question.name),
  };
}

function isChoice(word: string, { name, question, choice }: Choice): boolean {
  const old = question.was?.[choiceText(choice)] ?? [];
  if ([name, question.name, ...old].includes(word)) return true;
  const begin = `${question.name}=`;
  return word.startsWith(begin) && readValue(question, word.slice(begin.length)) === choice;
}

type Known = Pick<Plan, 'deviations' | 'choices'> & { rows: readonly PairRow[] };

function refuseUnknown(word: string, { deviations, choices, rows }: Known): void {
  if (choices.some((choice) => isChoice(word, choice))) return;
  const names = [
    ...deviations.flatMap(({ id, rule }) => [id, rule]),
    ...choices.flatMap(({ name, question }) => [name, question.name]),
    ...rows.map(({ name }) => name),
  ];
  if (names.includes(word)) return;
  const what = 'there is no deviation, rule, open question, choice or row of this name that can be tried';
  throw new UsageError(`--only ${word}: ${what}${didYouMean(word, [...new Set(names)])}`);
}
