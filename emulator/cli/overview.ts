import { EXIT } from './command.ts';
import { COMMANDS } from './commands.ts';

/** What the exit codes mean, by code. */
export const EXIT_SAYS: Readonly<Record<number, string>> = {
  [EXIT.fine]: 'done; of exec, what the command ended with',
  [EXIT.failed]: 'ready: no emulator answered in time; exec --audit: the client did something wrong, or sent nothing',
  [EXIT.badInput]: 'a mistake on the command line, in a configuration or in a plan, or no emulator to speak to',
  [EXIT.ownFault]: 'a fault of the emulator itself',
};

/** The variables that are looked at. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  TRYON_URL: 'where the running emulator listens, instead of --url',
  TRYON_TOKEN: 'what control calls must carry, instead of --token',
};

/** What `tryon-emulator --help` prints. */
export function overview(): string {
  const summaries = Object.fromEntries(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]));
  return [
    'tryon-emulator: a local stand-in for the image analysis and try-on service.',
    '',
    'Usage: tryon-emulator COMMAND [options]',
    '',
    ...rows(summaries),
    '',
    'Exit codes:',
    ...rows(EXIT_SAYS),
    '',
    'Environment:',
    ...rows(ENVIRONMENT),
    '',
    'tryon-emulator COMMAND --help tells the options of a command; --version the version.',
  ].join('\n');
}

function rows(says: Readonly<Record<string, string>>): string[] {
  return Object.entries(says).map(([name, text]) => `  ${name.padEnd(12)} ${text}`);
}
