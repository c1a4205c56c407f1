import type { Session } from '../record/session.ts';
import { DataProblem } from '../storage/data-problem.ts';

/** What is said of a file that says what no recording says, with the place, whatever went wrong here because of it. */
export function unplayable({ name }: Session, line: number, error: unknown): DataProblem {
  const { message } = error as Error;
  if (error instanceof DataProblem && message.startsWith(`${name}:`)) return error;
  return new DataProblem(`${name}:${line}: this cannot be played: ${message}`, { cause: error });
}
