import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import { conflictsAmong } from '../../shared/questions/conflicts.ts';
import { isSettable, type Question } from '../../shared/questions/question.ts';
import { type Choice, refusalAlone, usualChoice } from '../proof/choices.ts';

/** Distributes choices over few rows. In a row, no two choices belong to the same question, and all are compatible. */
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

/** A choice may require other choices. No choice of the row may contradict them. */
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
