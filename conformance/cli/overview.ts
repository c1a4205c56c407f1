import { EXIT_CODES } from '../report/report.ts';
import { EXIT } from './command.ts';
import { COMMANDS } from './commands.ts';

/** What the exit codes mean, by code. */
export const EXIT_SAYS: Readonly<Record<number, string>> = {
  [EXIT.fine]: 'done; run: conformant; lint, trace and verify: nothing is wrong',
  [EXIT.problems]: 'run: non-conformant; lint, trace and verify: something is wrong',
  [EXIT.badInput]: 'a mistake on the command line, in a target or in a scenario',
  [EXIT_CODES.incomplete]: 'run: incomplete, something that must be tested could not be',
  [EXIT.ownFault]: 'a fault of the harness',
  [EXIT.interrupted]: 'interrupted',
};

/** The environment variables, beside those that a target names with env:NAME. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  NO_COLOR: 'plain text, also on a terminal',
  FORCE_COLOR: 'colors, also where it is no terminal; 0 is none',
};

/** What `tryon-conformance --help` prints. */
export function overview(): string {
  const summaries = Object.fromEntries(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]));
  return [
    'tryon-conformance: grades a server of the image analysis and try-on service, rule by rule.',
    '',
    'Usage: tryon-conformance COMMAND [options]',
    '',
    ...rows(summaries),
    '',
    'Exit codes:',
    ...rows(EXIT_SAYS),
    '',
    'Environment:',
    ...rows(ENVIRONMENT),
    '',
    'tryon-conformance COMMAND --help tells the options of a command; --version the version.',
  ].join('\n');
}

function rows(says: Readonly<Record<string, string>>): string[] {
  return Object.entries(says).map(([name, text]) => `  ${name.padEnd(12)} ${text}`);
}
