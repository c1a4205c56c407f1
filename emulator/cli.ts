import { EXIT } from '../shared/command.ts';
import { withCompletion } from '../shared/completion.ts';
import { type Program, runProgram } from '../shared/program.ts';
import { version } from './adapters/version.ts';
import { COMMANDS } from './cli/commands.ts';
import { print, printError } from './cli/print.ts';
import { NoRoom } from './domain/memory/no-room.ts';
import { BadInput } from './domain/values/bad-input.ts';

const NAME = 'tryon-emulator';

export const PROGRAM: Program = {
  name: NAME,
  about: 'a local stand-in for the image analysis and try-on service.',
  commands: withCompletion({ name: NAME, commands: COMMANDS, print }),
  exits: {
    [EXIT.fine]: 'done; of exec, what the command ended with',
    [EXIT.problems]:
      'ready: no emulator answered in time; exec --audit: the client did something wrong, or sent nothing',
    [EXIT.badInput]: 'a mistake on the command line, in a configuration or in a plan, or no emulator to speak to',
    [EXIT.ownFault]: 'a fault of the emulator itself',
  },
  environment: {
    TRYON_URL: 'where the running emulator listens, instead of --url',
    TRYON_TOKEN: 'what control calls must carry, instead of --token',
    TRYON_ALLOW_HOST: 'names under which pages may control it, with commas between, as --allow-host',
  },
  version,
  print,
  printError,
  mistakes: [BadInput, NoRoom],
  placed: [],
};

/** Does what the words say, and resolves with the exit code. */
export function main(words: readonly string[]): Promise<number> {
  return runProgram(PROGRAM, words);
}
