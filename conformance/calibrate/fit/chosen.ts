import { parseDuration } from '../../../shared/duration.ts';
import { isEqual } from '../../../shared/expression/equal.ts';
import { conflictsAmong } from '../../../shared/questions/conflicts.ts';
import { isDuration, isEnumeration, isSettable, type Question } from '../../../shared/questions/question.ts';

/** The choices that differ from the default, by the names of their questions. */
export type Chosen = ReadonlyMap<string, unknown>;

export function choiceIn(chosen: Chosen, { name, default: usual }: Question): unknown {
  return chosen.has(name) ? chosen.get(name) : usual;
}

/**
 * The choice of another question that is missing, and without which this question has no effect: `malformed_id is 400`.
 */
export function hiddenBy(
  { shows_with = {} }: Question,
  questions: readonly Question[],
  choiceOf: (other: Question) => unknown,
): string | null {
  const hidden = Object.entries(shows_with).find(([name, needed]) => {
    const other = questions.find((one) => one.name === name);
    if (other === undefined) return false;
    const choice = choiceOf(other);
    // For a limit that is off by default, any number will do.
    if (!isEnumeration(other.choices) && other.default === null) return choice === null;
    return choice !== (isDuration(other) && typeof needed === 'string' ? parseDuration(needed) : needed);
  });
  return hidden === undefined ? null : `${hidden[0]} is ${String(hidden[1])}`;
}

/** Leaves out choices that are the default, and choices that have no effect together. */
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
