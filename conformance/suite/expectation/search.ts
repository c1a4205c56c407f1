import { createContext, Script } from 'node:vm';
import { MissingValue } from '../../../shared/expression/scope.ts';

/** The longest text that is searched, since a server may send one of any length. */
const LONGEST_SEARCHED = 1024 * 1024;
/** In milliseconds. A search usually takes microseconds, but the machine may be busy. */
const PATIENCE = 1_000;
/** After so many searches that were given up, each one gets little time, since a server may cause any number of them. */
const MOST_PATIENT = 5;
const LITTLE_PATIENCE = 20;

/** Returns whether a regular expression finds something in a text of a server. */
export type Finds = (expression: RegExp, text: string) => boolean;

export const finds = createFinder(PATIENCE);

/**
 * With some texts, expressions such as `^(a+)+$` take forever. Then the search is given up, which leaves an expectation
 * untested.
 */
export function createFinder(patience: number): Finds {
  const context = createContext({ expression: /./, text: '' });
  const script = new Script('expression.test(text)');
  let givenUp = 0;
  return (expression, text) => {
    if (text.length > LONGEST_SEARCHED) throw untestable(expression, text, 'is too long');
    if (isQuick(expression, text)) return expression.test(text);
    Object.assign(context, { expression, text });
    try {
      return script.runInContext(context, { timeout: givenUp < MOST_PATIENT ? patience : LITTLE_PATIENCE });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      givenUp += 1;
      throw untestable(expression, text, 'takes too much time');
    }
  };
}

const MOST_STEPS = 1_000_000;
/** Escapes, classes and the beginnings of groups, whose signs repeat nothing. */
const PLAIN = /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\\\]])*\]|(?<=\()\?(?:[:=!]|<[=!]|<\w+>)/gsu;

/**
 * Returns whether even the worst text of this length is searched at once, so that no limit is needed. Unless a group is
 * repeated, a repetition may at most end at each place of the text, and each choice doubles the ways.
 */
function isQuick({ source }: RegExp, { length }: string): boolean {
  const form = source.replace(PLAIN, '.');
  const repetitions = form.match(/[*+]|\{\d+,/g)?.length ?? 0;
  const choices = form.match(/[|?]/g)?.length ?? 0;
  return !/\)[*+{]/.test(form) && (length + 1) ** (repetitions + 1) * 2 ** choices <= MOST_STEPS;
}

function untestable({ source }: RegExp, { length }: string, problem: string): MissingValue {
  const error = new MissingValue(source);
  error.message = `a text of ${length} characters ${problem} to look for ${source} in it`;
  return error;
}
