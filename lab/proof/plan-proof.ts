import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import type { Entry } from '../../conformance/run/catalogue.ts';
import { UsageError } from '../../shared/command.ts';
import { didYouMean } from '../../shared/nearest.ts';
import { choiceName, choiceText } from '../../shared/questions/question.ts';
import { BREACHES, type Breach } from '../other-make/breaches/breaches.ts';
import { FRESH_BREACHES, type FreshBreach } from '../other-make/breaches/fresh-breaches.ts';
import {
  alone,
  baseName,
  type Choice,
  choicesOf,
  chosenOf,
  marksOf,
  namedOf,
  type PairRow,
  readValue,
  refusalAlone,
  type Table,
} from './choices.ts';
import type { Options } from './options.ts';
import type { Deviation, Server, Task } from './prove.ts';

/** What to try: deviations, breaches, single choices, rows of choices, and fresh breaches. */
export type Plan = {
  deviations: Deviation[];
  /** Breaches of the other server. */
  breaches: Breach[];
  choices: Choice[];
  rows: PairRow[];
  /** Breaches of the other server that have no expected rule. */
  fresh: FreshBreach[];
  /** Choices that conflict with the usual choices, with the reason. Only rows try them. */
  refused: { choice: Choice; reason: string }[];
};
export type Material = { entries: readonly Entry[]; breaches: readonly Breach[]; tables: readonly Table[] };

const FRESH = Object.keys(FRESH_BREACHES) as FreshBreach[];

export function planProof({ entries, breaches, tables }: Material, options: Options): Plan {
  const deviations = entries.filter((entry): entry is Deviation => entry.kind === 'deviation');
  const choices = tables.flatMap(({ questions, make }) => choicesOf(questions, make));
  const rows = tables.flatMap((table) => table.rows);
  const words = options.only;
  for (const word of words ?? []) refuseUnknown(word, { deviations, breaches, choices, rows });
  const isMeant = (names: readonly string[]) => words === null || words.some((word) => names.includes(word));
  const meant = {
    deviations: deviations.filter(({ id, rule }) => isMeant([id, rule])),
    breaches: breaches.filter((breach) => isMeant([breach, BREACHES[breach]])),
    choices: choices.filter((choice) => words === null || words.some((word) => isChoice(word, choice))),
    rows: rows.filter(({ name }) => isMeant([name])),
    fresh: FRESH.filter((breach) => isMeant([breach])),
  };
  const refused = meant.choices.flatMap((choice) => {
    const { questions = [] } = tables.find(({ make }) => make === choice.make) ?? {};
    const reason = refusalAlone(questions, choice);
    return reason === null ? [] : [{ choice, reason }];
  });
  const sensible = meant.choices.filter((choice) => !refused.some((one) => one.choice === choice));
  const draw = <Item>(items: readonly Item[], kind: Options['kinds'][number]) => drawn(items, kind, options);
  return {
    deviations: draw(meant.deviations, 'deviations'),
    breaches: draw(meant.breaches, 'breaches'),
    choices: draw(sensible, 'choices'),
    rows: draw(meant.rows, 'pairs'),
    fresh: draw(meant.fresh, 'fresh'),
    refused: options.kinds.includes('choices') ? refused : [],
  };
}

function drawn<Item>(items: readonly Item[], kind: Options['kinds'][number], { kinds, sample, seed }: Options): Item[] {
  if (!kinds.includes(kind)) return [];
  return sample === null ? [...items] : shuffled(items, seededDraws(`${seed} ${kind}`)).slice(0, sample);
}

/**
 * Each server of the plan once, and the servers that they are compared with. The ones that may take longest come first.
 */
export function tasksOf({ deviations, breaches, choices, rows, fresh }: Plan): Task[] {
  const makes = [...new Set([...rows, ...choices].map(({ make }) => make))];
  const servers = new Map<string, Pick<Server, 'make' | 'chosen'>>([
    ...makes.map((make) => [make, { make, chosen: {} }] as const),
    ...choices.map((choice) => [baseName(choice), { make: choice.make, chosen: choice.beside }] as const),
    ...choices.map((choice) => [choice.name, { make: choice.make, chosen: alone(choice) }] as const),
  ]);
  const marks = new Map(choices.map((choice) => [choice.name, marksOf(choice)]));
  return [
    ...rows.map(rowServer),
    ...[...servers].map(([name, server]) => ({ name, ...server, blamed: marks.get(name) ?? [], marked: [] })),
  ]
    .map((server): Task => ({ kind: 'choices', server }))
    .concat(deviations.map((entry): Task => ({ kind: 'deviation', entry })))
    .concat(breaches.map((breach): Task => ({ kind: 'breach', breach })))
    .concat(fresh.map((breach): Task => ({ kind: 'fresh', breach })));
}

function rowServer({ make, name, choices }: PairRow): Server {
  const marked = choices.filter((choice) => marksOf(choice).length > 0);
  return {
    make,
    name,
    chosen: chosenOf(choices),
    blamed: marked.flatMap(marksOf),
    marked: marked.map(({ question }) => question.name),
  };
}

/** A name without a prefix selects the choice on every implementation. */
function isChoice(word: string, { name, make, question, choice }: Choice): boolean {
  const old = make === 'emulator' ? (question.was?.[choiceText(choice)] ?? []) : [];
  const plain = word.startsWith(namedOf(make, '')) ? word.slice(namedOf(make, '').length) : word;
  const bare = choiceName(question.name, choice);
  if (name === word || [question.name, bare, ...old].includes(plain)) return true;
  const begin = `${question.name}=`;
  return plain.startsWith(begin) && readValue(question, plain.slice(begin.length)) === choice;
}

type Known = { [Kind in 'deviations' | 'breaches' | 'choices' | 'rows']: Readonly<Plan[Kind]> };

function refuseUnknown(word: string, { deviations, breaches, choices, rows }: Known): void {
  if (choices.some((choice) => isChoice(word, choice))) return;
  const names = [
    ...deviations.flatMap(({ id, rule }) => [id, rule]),
    ...breaches.flatMap((breach) => [breach, BREACHES[breach]]),
    ...choices.flatMap(({ name, question }) => [name, question.name]),
    ...rows.map(({ name }) => name),
    ...FRESH,
  ];
  if (names.includes(word)) return;
  const what = 'there is no deviation, breach, rule, open question, choice or row of this name that can be tried';
  throw new UsageError(`--only ${word}: ${what}${didYouMean(word, [...new Set(names)])}`);
}
