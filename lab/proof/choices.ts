import type { startEmulator } from '../../conformance/run/self-test.ts';
import { parseDuration } from '../../shared/duration.ts';
import { conflictsAmong } from '../../shared/questions/conflicts.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { withChoices } from '../../shared/questions/places.ts';
import {
  choiceName,
  choiceText,
  isDuration,
  isSettable,
  otherChoices,
  type Question,
} from '../../shared/questions/question.ts';

/** What is chosen, by the names of the questions; the others are answered as usual. */
export type Chosen = Readonly<Record<string, unknown>>;

/** Who made the server that is graded. */
export type Make = 'emulator' | 'other-make';
/** The questions that a make answers, with its usual choices, and rows of them. */
export type Table = { make: Make; questions: readonly Question[]; rows: readonly PairRow[] };

/** A choice that is tried, under the name by which a flag and the record know it. */
export type Choice = {
  name: string;
  make: Make;
  question: Question;
  choice: unknown;
  /** What is chosen beside it where it is tried alone: without that it would not show. */
  beside: Chosen;
};

/** Signatures on the virtual clock: the real one hardly moves during a virtual day, so an old signature would look new. */
const USUAL: Chosen = { signature_clock: 'virtual' };

type ServerOptions = NonNullable<Parameters<typeof startEmulator>[0]>;

/** What a server is started with that chooses so, and answers all else as usual. */
export function serverOptions(chosen: Chosen): ServerOptions {
  return withChoices<ServerOptions>({}, { ...USUAL, ...chosen });
}

/** What the servers of the proof choose for a question unless they are reported: the default, but for a few. */
export function usualChoice({ name, default: usual }: Question): unknown {
  return Object.hasOwn(USUAL, name) ? USUAL[name] : usual;
}

/** Every choice that can be set and is not the usual one. */
export function choicesOf(questions: readonly Question[], make: Make = 'emulator'): Choice[] {
  return questions.filter(isSettable).flatMap((question) => {
    const beside = besideIn(question, questions);
    return [question.default, ...otherChoices(question)]
      .filter((choice) => choice !== usualChoice(question))
      .map((choice) => ({ name: namedOf(make, choiceName(question.name, choice)), make, question, choice, beside }));
  });
}

/** `other-make: json_order=reversed`; what is of the emulator has no word before it. */
export function namedOf(make: Make, name: string): string {
  return make === 'emulator' ? name : `${make}: ${name}`;
}

function besideIn({ shows_with = {} }: Question, questions: readonly Question[]): Chosen {
  const chosen = Object.entries(shows_with).map(([name, value]) => {
    const other = questions.find((question) => question.name === name);
    return [name, other === undefined ? value : readValue(other, value)];
  });
  return Object.fromEntries(chosen);
}

/** A length of time may stand as someone writes it: 2h. */
export function readValue(question: Question, value: unknown): unknown {
  return typeof value === 'string' && isDuration(question) ? (parseDuration(value) ?? value) : value;
}

/** A server with a choice for every question. */
export type PairRow = {
  make: Make;
  /** `row-7`, of the seed by which the rows were made; `other-make: row-7`. */
  name: string;
  /** Those that are not usual. */
  choices: Choice[];
  /** Of all that is chosen: a row with the same digest is the same server. */
  digest: string;
};

/** The rules that the table says fail a choice, or warn of it. */
export function marksOf({ question, choice }: Pick<Choice, 'question' | 'choice'>): readonly string[] {
  return MARKS.flatMap((field) => question[field]?.[choiceText(choice)] ?? []);
}

export const MARKS = ['blamed', 'warned'] as const;

/** The choices by which a row of all questions differs from the usual one. */
export function unusualIn(questions: readonly Question[], row: Chosen, make?: Make): Choice[] {
  return choicesOf(questions, make).filter(({ question, choice }) => row[question.name] === choice);
}

/** Why a choice makes no sense while all else is as usual; null if it does. */
export function refusalAlone(questions: readonly Question[], choice: Choice): string | null {
  const settable = questions.filter(isSettable);
  const chosen = new Map([
    ...settable.map((one) => [one.name, usualChoice(one)] as const),
    ...Object.entries(alone(choice)),
  ]);
  const [conflict] = conflictsAmong(settable, (name) => chosen.get(name));
  return conflict === undefined ? null : `${conflict.name} ${conflict.problem}`;
}

/** The default, and the choices that make sense while all else is as usual. */
export function choicesAlone(question: Question): unknown[] {
  const lawful = choicesOf([...QUESTIONS]).filter((one) => one.question.name === question.name);
  const refused = lawful.filter((one) => refusalAlone(QUESTIONS, one) !== null).map(({ choice }) => choice);
  return [question.default, ...otherChoices(question)].filter((choice) => !refused.includes(choice));
}

/** What must be chosen of other questions, so that a choice of this one shows. */
export function choicesBeside({ shows_with: needed = {} }: Question): Record<string, unknown> {
  const entries = Object.entries(needed).map(([other, value]) => {
    const found = QUESTIONS.find((one) => one.name === other);
    return [other, found === undefined ? value : readValue(found, value)];
  });
  return Object.fromEntries(entries);
}

/** What is chosen where a choice is tried alone. */
export function alone({ question, choice, beside }: Choice): Chosen {
  return { ...beside, [question.name]: choice };
}

/** Choices by question, as a server gets them. */
export function chosenOf(choices: readonly Choice[]): Chosen {
  return Object.fromEntries(choices.map(({ question, choice }) => [question.name, choice]));
}

/** What some choices need beside them. */
export function besideOf(choices: readonly Choice[]): Chosen {
  return Object.fromEntries(choices.flatMap(({ beside }) => Object.entries(beside)));
}

/** The emulator as it is: what is seen of the others is compared with it. */
export const AS_IS: Make = 'emulator';

/** The name of the server that a choice is compared with: one that has only what it needs beside it. */
export function baseName({ beside, make }: Choice): string {
  const names = Object.entries(beside).map(([name, choice]) => choiceName(name, choice));
  return names.length === 0 ? make : namedOf(make, names.join(' with '));
}
