import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import { conflictsAmong } from '../../shared/questions/conflicts.ts';
import { isSettable, type Question } from '../../shared/questions/question.ts';
import { type Choice, refusalAlone, usualChoice } from '../proof/choices.ts';

/** Choices in few rows, each in one: of a row no two are of one question, and all make sense together. */
export function rowsOf(
  choices: readonly Choice[],
  questions: readonly Question[],
  { seed, together }: { seed: string; together: number },
): Choice[][] {
  const rows: Choice[][] = [];
  const sensible = choices.filter((choice) => refusalAlone(questions, choice) === null);
  for (const choice of shuffled(sensible, seededDraws(seed))) {
    const row = rows.find((some) => some.length < together && isFine([...some, choice], questions));
    if (row === undefined) rows.push([choice]);
    else row.push(choice);
  }
  return rows;
}

/** What has to stand beside a choice is chosen with it, and nothing else may be chosen there. */
function isFine(row: readonly Choice[], questions: readonly Question[]): boolean {
  const chosen = new Map<string, unknown>();
  for (const { question, choice, beside } of row) {
    if (chosen.has(question.name)) return false;
    chosen.set(question.name, choice);
    for (const [name, needed] of Object.entries(beside)) {
      if (row.some((one) => one.question.name === name)) return false;
      if (chosen.has(name) && chosen.get(name) !== needed) return false;
      chosen.set(name, needed);
    }
  }
  const settable = questions.filter(isSettable);
  const choiceOf = (name: string) => {
    const own = settable.find((one) => one.name === name);
    return chosen.has(name) || own === undefined ? chosen.get(name) : usualChoice(own);
  };
  return conflictsAmong(settable, choiceOf).length === 0;
}
