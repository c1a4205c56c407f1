import { isEqual } from '../../../shared/expression/equal.ts';
import { conflictsAmong } from '../../../shared/questions/conflicts.ts';
import { isSettable, type Question } from '../../../shared/questions/question.ts';

/** What is chosen otherwise than by default, by the names of the questions. */
export type Chosen = ReadonlyMap<string, unknown>;

export function choiceIn(chosen: Chosen, { name, default: usual }: Question): unknown {
  return chosen.has(name) ? chosen.get(name) : usual;
}

/** Without what is as by default, and without choices that make no sense together. */
export function sensible(questions: readonly Question[], chosen: Chosen): Map<string, unknown> {
  const settable = questions.filter(isSettable);
  const kept = new Map(
    [...chosen].filter(([name, choice]) => {
      const question = settable.find((one) => one.name === name);
      return question !== undefined && !isEqual(choice, question.default);
    }),
  );
  const choiceOf = (name: string) => {
    const question = settable.find((one) => one.name === name);
    return question === undefined ? undefined : choiceIn(kept, question);
  };
  for (const { name } of conflictsAmong(settable, choiceOf)) kept.delete(name);
  return kept;
}
