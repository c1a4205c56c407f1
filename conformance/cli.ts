import { EXIT } from '../shared/command.ts';
import { withCompletion } from '../shared/completion.ts';
import { type Program, runProgram } from '../shared/program.ts';
import { COMMANDS } from './cli/commands.ts';
import { beginPrinting, print, printError } from './cli/print.ts';
import { EXIT_CODES } from './judge/verdicts.ts';
import { NothingChosen } from './plan/choose.ts';
import { CannotMerge } from './report/merge.ts';
import { BadSource } from './suite/yaml/problem.ts';
import { BadFlag } from './target/target.ts';
import { toolVersion } from './version.ts';

const NAME = 'tryon-conformance';

export const PROGRAM: Program = {
  name: NAME,
  about: 'grades a server of the image analysis and try-on service, rule by rule.',
  commands: withCompletion({ name: NAME, commands: COMMANDS, print }),
  exits: {
    [EXIT.fine]: 'done, and nothing is wrong; run: conformant',
    [EXIT.problems]: {
      run: 'non-conformant',
      calibrate: 'the server differs from the file',
      compare: 'the servers differ',
      explore: 'the server differs from the emulator',
      verify: 'a verdict does not follow from what the report recorded',
      lint: 'a scenario has a mistake',
      prove: 'a rule fails on a lawful server, or a deviation is not found',
      trace: 'something is missing',
    },
    [EXIT.badInput]: 'a mistake on the command line, in a target or in a scenario',
    [EXIT_CODES.incomplete]: {
      run: 'incomplete: something that must be tested could not be',
      'calibrate, compare, explore': 'nothing could be compared',
    },
    [EXIT.ownFault]: 'an internal error of the kit',
    [EXIT.interrupted]: 'interrupted',
  },
  /** Beside those that a target names with env:NAME. */
  environment: {
    NO_COLOR: 'plain text, also on a terminal',
    FORCE_COLOR: 'colors, also where it is no terminal; 0 is none',
  },
  version: toolVersion,
  print,
  printError,
  mistakes: [BadFlag, NothingChosen, CannotMerge],
  placed: [BadSource],
};

/** Does what the words say, and resolves with the exit code. */
export function main(words: readonly string[]): Promise<number> {
  beginPrinting(words);
  return runProgram(PROGRAM, words);
}
