import type { Question } from './question.ts';

/** Conflicts between choices, each with its reason. A question for which nothing is chosen has no conflict. */
export function conflictsAmong(
  questions: readonly Question[],
  choiceOf: (name: string) => unknown,
): { name: string; problem: string }[] {
  return questions.flatMap((question) => [
    ...aboveOther(question, choiceOf(question.name), choiceOf),
    ...withOthers(question, choiceOf(question.name), choiceOf),
  ]);
}

function aboveOther({ name, below }: Question, choice: unknown, choiceOf: (name: string) => unknown) {
  const most = below === undefined ? null : choiceOf(below);
  if (typeof choice !== 'number' || typeof most !== 'number' || choice <= most) return [];
  return [{ name, problem: `must be at most ${below}, which is ${most}, not ${choice}` }];
}

function withOthers({ name, not_with = [] }: Question, choice: unknown, choiceOf: (name: string) => unknown) {
  return not_with
    .filter((conflict) => conflict.choice === choice)
    .filter(({ other, is }) => is.some((word) => word === choiceOf(other)))
    .map(({ other, because }) => ({
      name,
      problem: `${choice} makes no sense while ${other} is ${choiceOf(other)}: ${because}`,
    }));
}
