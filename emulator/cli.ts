import { EXIT } from '../shared/command.ts';
import { withCompletion } from '../shared/completion.ts';
import { type Program, runProgram } from '../shared/program.ts';
import { version } from './adapters/version.ts';
import { COMMANDS } from './cli/commands.ts';
import { print, printError } from './cli/print.ts';
import { NoRoom } from './domain/memory/no-room.ts';
import { BadInput } from './domain/values/bad-input.ts';
import { DataProblem } from './storage/data-problem.ts';

const NAME = 'tryon-emulator';

export const PROGRAM: Program = {
  name: NAME,
  about: 'a local stand-in for the image analysis and try-on service.',
  commands: withCompletion({ name: NAME, commands: COMMANDS, print }),
  exits: {
    [EXIT.fine]: 'done; exec ends with the exit code of its command',
    [EXIT.problems]: {
      ready: 'no emulator answered in time',
      audit: 'the client made a mistake',
      'exec --audit': 'the client made a mistake, or sent no request',
      'exec --min': 'the coverage is below the minimum',
      vary: 'the client made a mistake, or fails under a lawful variation',
      'probe-webhook': 'the receiver is non-conformant',
      check: 'the data directory is damaged',
      replay: 'an answer differs from the recorded one',
    },
    [EXIT.badInput]:
      'a mistake on the command line, in a configuration or in a plan; no emulator answers; or a data directory cannot be used',
    3: {
      vary: 'some variations could not be judged',
      'probe-webhook': 'the receiver is down or did not answer in time',
    },
    [EXIT.ownFault]: 'an internal error of the emulator',
  },
  environment: {
    TRYON_URL: 'where the running emulator listens, instead of --url',
    TRYON_TOKEN: 'what control calls must carry, instead of --token',
    TRYON_DATA_DIR: 'the folder in which an emulator keeps all, as --data-dir',
    TRYON_WEBHOOK_SECRET: 'the secret of the receiver that probe-webhook certifies, instead of --secret',
    TRYON_ALLOW_HOST: 'names under which pages may control it, with commas between, as --allow-host',
    TRYON_LOG: 'whether start prints what happens, as --log',
    NO_COLOR: 'plain text, also on a terminal',
    FORCE_COLOR: 'colors, also where it is no terminal; 0 is none',
  },
  version,
  print,
  printError,
  mistakes: [BadInput, NoRoom, DataProblem],
  placed: [],
};

/** Does what the words say, and resolves with the exit code. */
export function main(words: readonly string[]): Promise<number> {
  return runProgram(PROGRAM, words);
}
