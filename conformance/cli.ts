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
  about: 'check a server of the face-image service, rule by rule.',
  commands: withCompletion({ name: NAME, commands: COMMANDS, print }),
  exits: {
    [EXIT.fine]: 'success; run: conformant',
    [EXIT.problems]: {
      run: 'non-conformant',
      calibrate: 'the server differs from the file',
      compare: 'the servers differ',
      explore: 'the server differs from the emulator',
      verify: 'a verdict does not follow from the recorded exchanges',
      lint: 'a scenario has an error',
      prove: 'a rule fails on a lawful server, or misses a deviation',
      trace: 'the spec, the rules and the scenarios do not match',
    },
    [EXIT.badInput]: 'invalid command line, target or scenario',
    [EXIT_CODES.incomplete]: {
      run: 'incomplete: a required rule could not be tested',
      'calibrate, compare, explore': 'nothing could be compared',
    },
    [EXIT.ownFault]: 'an internal error of the kit',
    [EXIT.interrupted]: 'interrupted',
  },
  /** Target files may name others with env:NAME. */
  environment: { NO_COLOR: 'disables colors', FORCE_COLOR: 'enables colors without a terminal; 0 disables them' },
  version: toolVersion,
  print,
  printError,
  mistakes: [BadFlag, NothingChosen, CannotMerge],
  placed: [BadSource],
};

/** Runs the command line, and resolves with the exit code. */
export function main(words: readonly string[]): Promise<number> {
  beginPrinting(words);
  return runProgram(PROGRAM, words);
}
