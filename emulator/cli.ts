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
  about: 'run and control a local emulator of the face-image service.',
  commands: withCompletion({ name: NAME, commands: COMMANDS, print }),
  exits: {
    [EXIT.fine]: 'success; exec returns the exit code of its command',
    [EXIT.problems]: {
      ready: 'no emulator answered in time',
      audit: 'the client made a mistake',
      'exec --audit': 'the client made a mistake, or sent no request',
      'exec --min': 'the coverage is below the minimum',
      vary: 'the client made a mistake, or failed a lawful variation',
      'probe-webhook': 'the receiver is non-conformant',
      check: 'the data directory is damaged',
      replay: 'an answer differs from the recorded one',
    },
    [EXIT.badInput]:
      'invalid command line, configuration or plan; no emulator answers; or the data directory is unusable',
    3: {
      vary: 'some variations could not be judged',
      'probe-webhook': 'the receiver is down or did not answer in time',
    },
    [EXIT.ownFault]: 'an internal error of the emulator',
  },
  environment: {
    TRYON_URL: 'URL of the running emulator; same as --url',
    TRYON_TOKEN: 'token for control calls; same as --token',
    TRYON_DATA_DIR: 'folder for persistent data; same as --data-dir',
    TRYON_WEBHOOK_SECRET: 'secret of the receiver for probe-webhook; same as --secret',
    TRYON_ALLOW_HOST: 'comma-separated host names of allowed pages; same as --allow-host',
    TRYON_LOG: 'log format of start: text, json or off; same as --log',
    NO_COLOR: 'disables colors',
    FORCE_COLOR: 'enables colors without a terminal; 0 disables them',
  },
  version,
  print,
  printError,
  mistakes: [BadInput, NoRoom, DataProblem],
  placed: [],
};

export function main(words: readonly string[]): Promise<number> {
  return runProgram(PROGRAM, words);
}
