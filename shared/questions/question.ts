import { formatDuration, parseDuration } from '../duration.ts';
import { isMap } from '../is-map.ts';
import { jsonIn } from '../json-in.ts';
import { didYouMean } from '../nearest.ts';

/** A gap in the specification, the lawful ways to fill it, and the emulator's default. */
export type Question = {
  /** Its name among the readings; a dot leads to a group. */
  name: string;
  section: string;
  anchor?: readonly string[];
  reading?: number;
  ask: string;
  choices: Choices;
  or_null?: boolean;
  default: unknown;
  because: string;
  moves: string;
  /** The gap that observes it, or what a run would have to request to observe it, or why no run can. */
  observed?: string;
  /** What that observation does not cover yet. */
  widen?: string;
  observe?: string;
  unobserved?: string;
  /** For a range: the values besides the default that the proof tries. */
  tries?: readonly unknown[];
  /** Former names of lawful variants, by choice. */
  was?: Readonly<Record<string, readonly string[]>>;
  /** Choices for which the suite currently fails a server, with the rules. */
  blamed?: Readonly<Record<string, readonly string[]>>;
  /** Choices for which a derived rule warns, as its counterexample. */
  warned?: Readonly<Record<string, readonly string[]>>;
  /** The question whose value is the maximum for this one. */
  below?: string;
  not_with?: readonly Conflict[];
  /** Choices of other questions without which this one has no visible effect. */
  shows_with?: Readonly<Record<string, unknown>>;
  /** False if the emulator supports only the default, with the reason. */
  set?: boolean;
  why_not?: string;
};

export type Word = string | number | boolean;
/** The lawful choices, one by one or as a range. Durations are in milliseconds; null means unlimited. */
export type Choices = readonly Word[] | Range;
export type Range = {
  kind: 'integer' | 'number' | 'duration' | 'pair' | 'code' | 'quota';
  from: number | null;
  to: number | null;
};
export type Conflict = { choice: Word; other: string; is: readonly Word[]; because: string };

export function isEnumeration(choices: Choices): choices is readonly Word[] {
  return Array.isArray(choices);
}

export function isSettable({ set }: Question): boolean {
  return set !== false;
}

export function isDuration({ choices }: Pick<Question, 'choices'>): boolean {
  return !isEnumeration(choices) && choices.kind === 'duration';
}

export function isLawful({ choices, or_null }: Pick<Question, 'choices' | 'or_null'>, value: unknown): boolean {
  if (value === null) return or_null === true;
  if (isEnumeration(choices)) return choices.some((choice) => choice === value);
  const { kind } = choices;
  if (kind === 'code') return typeof value === 'string' && CODE.test(value);
  if (kind === 'pair') return isPair(value) && value.every((end) => isWithin(end, choices)) && value[0] <= value[1];
  if (kind === 'quota')
    return isMap(value) && Object.values(value).every((count) => Number.isInteger(count) && Number(count) >= 0);
  return isWithin(value, choices) && (kind === 'number' || Number.isInteger(value));
}

/** The spelling of an error code. */
export const CODE = /^[A-Z][A-Z0-9_]*$/;

function isWithin(value: unknown, { from, to }: Range): boolean {
  return typeof value === 'number' && value >= (from ?? -Infinity) && value <= (to ?? Infinity);
}

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2;
}

/** The choices besides the default that are tried alone: all words of an enumeration, or those in `tries`. */
export function otherChoices({ choices, tries = [], default: usual }: Question): unknown[] {
  const all = isEnumeration(choices) ? choices : tries;
  return all.filter((choice) => choice !== usual);
}

/** `upload_status=202`, as in a flag and in a list of variants. */
export function choiceName(name: string, choice: unknown): string {
  return `${name}=${choiceText(choice)}`;
}

/** A choice as text, which is its key in the table. */
export function choiceText(choice: unknown): string {
  return typeof choice === 'string' ? choice : JSON.stringify(choice);
}

/** A choice for a reader: a duration with its unit. */
export function shownChoice(question: Question, choice: unknown): string {
  return isDuration(question) && typeof choice === 'number' ? formatDuration(choice) : choiceText(choice);
}

/** Reads `name=choice`. Throws an Error with the nearest name, or with the lawful choices. */
export function readChoice(text: string, questions: readonly Question[]): { name: string; choice: unknown } {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const question = questionNamed(name, questions);
  if (!isSettable(question)) throw new Error(`${name} cannot be set: ${question.why_not}`);
  if (at < 0) throw new Error(`${name} needs a choice: write ${name}=${exampleOf(question)}`);
  const choice = readValue(text.slice(at + 1), question);
  const problem = choiceProblem(question, choice);
  if (problem !== null) throw new Error(`${name} ${problem}`);
  return { name, choice };
}

/** The question with that name. Throws an Error that suggests the nearest one. */
export function questionNamed(name: string, questions: readonly Question[]): Question {
  const question = questions.find((one) => one.name === name);
  if (question !== undefined) return question;
  const names = questions.map((one) => one.name);
  const inner = names.filter((one) => one.startsWith(`${name}.`));
  const hint = inner.length > 0 ? `, but ${inner.join(', ')}` : didYouMean(name, names);
  throw new Error(`there is no open question ${name}${hint}`);
}

/** The problem with a value: lists the lawful choices, and suggests the most likely one; null if it is lawful. */
export function choiceProblem(question: Pick<Question, 'choices' | 'or_null'>, value: unknown): string | null {
  if (isLawful(question, value)) return null;
  const words = isEnumeration(question.choices) ? question.choices.map(String) : [];
  const meant = typeof value === 'string' ? didYouMean(value, words) : '';
  const shown = isDuration(question) && typeof value === 'number' ? formatDuration(value) : JSON.stringify(value);
  return `must be ${words.length > 0 ? 'one of ' : ''}${choicesText(question)}, not ${shown}${meant}`;
}

function exampleOf(question: Question): string {
  const [choice] = otherChoices(question);
  return choiceName('', choice ?? question.default).slice(1);
}

/** A word of the enumeration, else a duration in milliseconds, else a JSON value, else the text. */
function readValue(text: string, { choices }: Question): unknown {
  const word = isEnumeration(choices) ? choices.find((choice) => String(choice) === text) : undefined;
  if (word !== undefined) return word;
  const length = isDuration({ choices }) ? parseDuration(text) : null;
  if (length !== null) return length;
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

export function choicesText({ choices, or_null }: Pick<Question, 'choices' | 'or_null'>): string {
  const text = isEnumeration(choices) ? choices.map(String).join(', ') : rangeText(choices);
  return or_null ? `${text} or null` : text;
}

const KINDS: Readonly<Record<Range['kind'], string>> = {
  integer: 'an integer',
  number: 'a number',
  duration: 'a duration',
  pair: 'two numbers, the lower one first,',
  code: 'a code in capitals',
  quota: 'an integer for each operation,',
};

function rangeText({ kind, from, to }: Range): string {
  const shown = (end: number) => (kind === 'duration' ? formatDuration(end) : String(end));
  const begin = from === null ? '' : ` from ${shown(from)}`;
  return `${KINDS[kind]}${begin}${to === null || to === Number.MAX_SAFE_INTEGER ? '' : ` to ${shown(to)}`}`;
}
