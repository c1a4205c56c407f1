import { isDeepStrictEqual } from 'node:util';
import { conflictsAmong } from '../../shared/questions/conflicts.ts';
import type { Readings } from '../../shared/questions/generated/readings.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { choiceAt } from '../../shared/questions/places.ts';
import { isSettable, type Question } from '../../shared/questions/question.ts';
import type { StageDurations } from './test-control/plan.ts';

/** The answers to the open questions: the readings and the durations of the stages. */
export type Answers = { readings: Readings; stages: StageDurations };

export type Choice = { question: Question; choice: unknown };

const SETTABLE = QUESTIONS.filter(isSettable);
const WITH_CONDITIONS = SETTABLE.filter(({ below, not_with }) => below !== undefined || not_with !== undefined);

export function choicesIn(answers: Answers): Choice[] {
  return SETTABLE.map((question) => ({ question, choice: choiceAt(answers, question.name) }));
}

export function unusualChoices(answers: Answers): Choice[] {
  const unusual: Choice[] = [];
  for (const question of SETTABLE) {
    const choice = choiceAt(answers, question.name);
    if (choice !== question.default && !isDeepStrictEqual(choice, question.default)) unusual.push({ question, choice });
  }
  return unusual;
}

export function conflictsIn(answers: Answers): { name: string; problem: string }[] {
  return conflictsAmong(WITH_CONDITIONS, (name) => choiceAt(answers, name));
}
