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

/** Choices by question name. The other questions keep their usual choice. */
export type Chosen = Readonly<Record<string, unknown>>;

/** The implementation that is graded. */
export type Make = 'emulator' | 'other-make';
/** The questions that an implementation answers, with its usual choices, and rows of choices. */
export type Table = { make: Make; questions: readonly Question[]; rows: readonly PairRow[] };

/** A choice to try, under the name that flags and the record use. */
export type Choice = {
  name: string;
  make: Make;
  question: Question;
  choice: unknown;
  /** Other choices that are needed for this one to be visible when it is tried alone. */
  beside: Chosen;
};

/**
 * Signatures use the virtual clock. The real clock hardly moves during a virtual day, so an old signature would look
 * new.
 */
const USUAL: Chosen = { signature_clock: 'virtual' };

type ServerOptions = NonNullable<Parameters<typeof startEmulator>[0]>;

/** The options of a server with these choices, and the usual choice for everything else. */
export function serverOptions(chosen: Chosen): ServerOptions {
  return withChoices<ServerOptions>({}, { ...USUAL, ...chosen });
}

/** The usual choice for a question: the default, with a few exceptions. */
export function usualChoice({ name, default: usual }: Question): unknown {
  return Object.hasOwn(USUAL, name) ? USUAL[name] : usual;
}

/** Every choice that can be set and is not the usual one. */
export function choicesOf(questions: readonly Question[], make: Make = 'emulator'): Choice[] {
  return questions.filter(isSettable).flatMap((question) => {
    const beside = choicesBeside(question, questions);
    return [question.default, ...otherChoices(question)]
      .filter((choice) => choice !== usualChoice(question))
      .map((choice) => ({ name: namedOf(make, choiceName(question.name, choice)), make, question, choice, beside }));
  });
}

/** `other-make: json_order=reversed`. Names for the emulator have no prefix. */
export function namedOf(make: Make, name: string): string {
  return make === 'emulator' ? name : `${make}: ${name}`;
}

/** Accepts a duration as in a configuration: 2h. */
export function readValue(question: Question, value: unknown): unknown {
  return typeof value === 'string' && isDuration(question) ? (parseDuration(value) ?? value) : value;
}

/** A server with a choice for every question. */
export type PairRow = {
  make: Make;
  /** `row-7` of the seed that the rows were drawn with, or `other-make: row-7`. */
  name: string;
  /** The choices that are not the usual ones. */
  choices: Choice[];
  /** The digest of all choices. Rows with the same digest describe the same server. */
  digest: string;
};

/** The rules that the table marks as failing or warning for a choice. */
export function marksOf({ question, choice }: Pick<Choice, 'question' | 'choice'>): readonly string[] {
  return MARKS.flatMap((field) => question[field]?.[choiceText(choice)] ?? []);
}

export const MARKS = ['blamed', 'warned'] as const;

/** The choices of a row that differ from the usual ones. */
export function unusualIn(questions: readonly Question[], row: Chosen, make?: Make): Choice[] {
  return choicesOf(questions, make).filter(({ question, choice }) => row[question.name] === choice);
}

/** The reason why a choice conflicts with the usual choices; null if it does not. */
export function refusalAlone(questions: readonly Question[], choice: Choice): string | null {
  const settable = questions.filter(isSettable);
  const chosen = new Map([
    ...settable.map((one) => [one.name, usualChoice(one)] as const),
    ...Object.entries(alone(choice)),
  ]);
  const [conflict] = conflictsAmong(settable, (name) => chosen.get(name));
  return conflict === undefined ? null : `${conflict.name} ${conflict.problem}`;
}

/** The default, and the choices that do not conflict with the usual ones. */
export function choicesAlone(question: Question): unknown[] {
  const lawful = choicesOf([...QUESTIONS]).filter((one) => one.question.name === question.name);
  const refused = lawful.filter((one) => refusalAlone(QUESTIONS, one) !== null).map(({ choice }) => choice);
  return [question.default, ...otherChoices(question)].filter((choice) => !refused.includes(choice));
}

/** The choices for other questions that are needed for a choice of this one to be visible. */
export function choicesBeside({ shows_with = {} }: Question, questions: readonly Question[] = QUESTIONS): Chosen {
  const chosen = Object.entries(shows_with).map(([name, value]) => {
    const other = questions.find((question) => question.name === name);
    return [name, other === undefined ? value : readValue(other, value)];
  });
  return Object.fromEntries(chosen);
}

/** The choices of a server that tries this choice alone. */
export function alone({ question, choice, beside }: Choice): Chosen {
  return { ...beside, [question.name]: choice };
}

/** Choices by question, as a server accepts them. */
export function chosenOf(choices: readonly Choice[]): Chosen {
  return Object.fromEntries(choices.map(({ question, choice }) => [question.name, choice]));
}

/** The other choices that some choices need. */
export function besideOf(choices: readonly Choice[]): Chosen {
  return Object.fromEntries(choices.flatMap(({ beside }) => Object.entries(beside)));
}

/** The unchanged emulator, which the others are compared with. */
export const AS_IS: Make = 'emulator';

/** The name of the server that a choice is compared with: it has only the other choices that this one needs. */
export function baseName({ beside, make }: Choice): string {
  const names = Object.entries(beside).map(([name, choice]) => choiceName(name, choice));
  return names.length === 0 ? make : namedOf(make, names.join(' with '));
}
