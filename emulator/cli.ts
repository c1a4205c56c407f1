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
    [EXIT.fine]: 'done; of exec, what the command ended with',
    [EXIT.problems]:
      'ready: no emulator answered in time; audit, exec --audit: the client did something wrong; exec --audit: or sent nothing; exec --coverage --min: less was met; probe-webhook: the receiver is non-conformant; vary: the client takes something for granted, or does something wrong',
    [EXIT.badInput]:
      'a mistake on the command line, in a configuration or in a plan, no emulator to speak to, or a data directory that cannot be used',
    3: 'probe-webhook: incomplete, the receiver is down or did not answer in time; vary: nothing was judged, or not all',
    [EXIT.ownFault]: 'a fault of the emulator itself',
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
