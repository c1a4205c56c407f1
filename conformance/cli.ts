import { parseArgs } from 'node:util';
import { type CliCommand, EXIT, UsageError } from './cli/command.ts';
import { COMMANDS } from './cli/commands.ts';
import { overview } from './cli/overview.ts';
import { beginPrinting, print, printError } from './cli/print.ts';
import { NothingChosen } from './plan/choose.ts';
import { CannotMerge } from './report/merge.ts';
import { didYouMean } from './suite/yaml/nearest.ts';
import { BadSource } from './suite/yaml/problem.ts';
import { BadFlag } from './target/target.ts';
import { toolVersion } from './version.ts';

/** Mistakes in what a user has given. Their messages name the place and the remedy. */
const MISTAKES = [UsageError, BadSource, BadFlag, NothingChosen, CannotMerge];

/** Does what the words say, and resolves with the exit code. */
export async function main(words: string[]): Promise<number> {
  beginPrinting(words);
  return perform(words).catch(report);
}

async function perform([name = '', ...rest]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') return done(toolVersion());
  if (name === '' || name === 'help' || name === '--help' || name === '-h') return done(overview());
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined)
    throw new UsageError(`there is no command ${name}${didYouMean(name, Object.keys(COMMANDS))}`);
  const command = await entry.load();
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (own.includes('--help') || own.includes('-h')) return done(command.help);
  const { values, positionals } = parsed(name, command, rest);
  return command.run(values, positionals);
}

function parsed(name: string, { options }: CliCommand, args: string[]) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const unknown = /^Unknown option '(-[^']*)'/.exec(error.message)?.[1];
    if (unknown === undefined) throw error;
    const known = Object.keys(options).map((option) => `--${option}`);
    throw new UsageError(`${name} has no flag ${unknown}${didYouMean(unknown, known)}`);
  }
}

function done(text: string): number {
  print(text);
  return EXIT.fine;
}

/** The one place where the command line says what went wrong. A user never sees a stack trace. */
function report(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (error instanceof BadSource) printError(message);
  else printError(`tryon-conformance: ${message}`);
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  if (isUsage) printError('Try: tryon-conformance --help');
  return isUsage || MISTAKES.some((kind) => error instanceof kind) ? EXIT.badInput : EXIT.ownFault;
}
