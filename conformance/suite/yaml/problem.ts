import { firstOf } from '../../../shared/first-of.ts';
import type { Place } from './node.ts';

/** Something wrong in a file that a person wrote: what it is, and what to do about it. */
export type Problem = { place: Place; message: string };

/** It stands among the problems, and stops nothing: `lint` alone tells of it. */
export type Warning = Problem & { isWarning: true };

export function isWarning(problem: Problem): problem is Warning {
  return 'isWarning' in problem;
}

/** What is said of a word that works in this version, and in the next no more. */
export function deprecation(word: string, instead: string): Pick<Warning, 'message' | 'isWarning'> {
  return { message: `${word} is deprecated, and goes with the next version; write ${instead}`, isWarning: true };
}

/** One or more files are not what they should be. The message has a line for each of the first problems. */
export class BadSource extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(firstOf(problems.map(problemText)).join('\n'));
    this.name = 'BadSource';
    this.problems = problems;
  }
}

/** `scenarios/cancel.yaml:12:7: there is no rule CANCEL-TABEL; did you mean CANCEL-TABLE?` */
export function problemText({ place: { file, line, column }, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`;
}
