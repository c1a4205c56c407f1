import { isDeepStrictEqual } from 'node:util';
import type { Readings } from '../../shared/questions/generated/readings.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { isSettable, type Question } from '../../shared/questions/question.ts';
import type { StageDurations } from './test-control/plan.ts';

/** Where the answers to the open questions stand: the readings, and the durations of the stages beside them. */
export type Answers = { readings: Readings; stages: StageDurations };

/** What is chosen for one question. */
export type Choice = { question: Question; choice: unknown };

const SETTABLE = QUESTIONS.filter(isSettable);

/** What is chosen for each question, by its name. */
export function choicesIn(answers: Answers): Choice[] {
  return SETTABLE.map((question) => ({ question, choice: choiceAt(answers, question.name) }));
}

/** The choices that are not the default. */
export function unusualChoices(answers: Answers): Choice[] {
  return choicesIn(answers).filter(({ question, choice }) => !isDeepStrictEqual(choice, question.default));
}

/** The answers with another choice for one question. */
export function withChoice(answers: Answers, name: string, choice: unknown): Answers {
  const [first, second] = pathOf(name);
  const group: Readonly<Record<string, unknown>> = first === 'stages' ? { stages: answers.stages } : answers.readings;
  const changed = second === undefined ? choice : { ...asMap(group[first]), [second]: choice };
  if (first === 'stages') return { ...answers, stages: changed as StageDurations };
  return { ...answers, readings: { ...answers.readings, [first]: changed } };
}

function choiceAt({ readings, stages }: Answers, name: string): unknown {
  const [first, second] = pathOf(name);
  const group: Readonly<Record<string, unknown>> = { ...readings, stages };
  return second === undefined ? group[first] : asMap(group[first])[second];
}

function pathOf(name: string): [first: string, second: string | undefined] {
  const [first = '', second] = name.split('.');
  return [first, second];
}

function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Choices that make no sense together, each with its reason. */
export function conflictsIn(answers: Answers): { name: string; problem: string }[] {
  return choicesIn(answers).flatMap(({ question, choice }) => [
    ...aboveOther(answers, question, choice),
    ...withOthers(answers, question, choice),
  ]);
}

function aboveOther(answers: Answers, { name, below }: Question, choice: unknown) {
  const most = below === undefined ? null : choiceAt(answers, below);
  if (typeof choice !== 'number' || typeof most !== 'number' || choice <= most) return [];
  return [{ name, problem: `must be at most ${below}, which is ${most}, not ${choice}` }];
}

function withOthers(answers: Answers, { name, not_with = [] }: Question, choice: unknown) {
  return not_with
    .filter((conflict) => conflict.choice === choice)
    .filter(({ other, is }) => is.some((word) => word === choiceAt(answers, other)))
    .map(({ other, because }) => ({
      name,
      problem: `${choice} makes no sense while ${other} is ${choiceAt(answers, other)}: ${because}`,
    }));
}
