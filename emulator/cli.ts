import { parseArgs } from 'node:util';
import { version } from './adapters/version.ts';
import { type CliCommand, EXIT, UsageError } from './cli/command.ts';
import { COMMANDS } from './cli/commands.ts';
import { overview } from './cli/overview.ts';
import { print, printError } from './cli/print.ts';
import { BadInput } from './domain/bad-input.ts';
import { didYouMean } from './domain/nearest.ts';

/** Does what the words say, and resolves with the exit code. */
export async function main(words: string[]): Promise<number> {
  return perform(words).catch(report);
}

async function perform([name = '', ...rest]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') return done(version());
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
    const unknown = /^Unknown option '(-[^']*)'/.exec((error as Error).message)?.[1];
    if (unknown === undefined) throw error;
    const known = Object.keys(options).map((option) => `--${option}`);
    throw new UsageError(`${name} has no flag ${unknown}${didYouMean(unknown, known)}`);
  }
}

function done(text: string): number {
  print(text);
  return EXIT.fine;
}

/** The one place where the command line says what went wrong. A user never sees a stack trace for bad input. */
function report(error: unknown): number {
  if (error instanceof BadInput) {
    printError(`tryon-emulator: ${error.message}`);
    return EXIT.badInput;
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')) {
    printError(`tryon-emulator: ${(error as Error).message}\nTry: tryon-emulator --help`);
    return EXIT.badInput;
  }
  printError(`tryon-emulator: ${error instanceof Error ? error.message : String(error)}`);
  return EXIT.ownFault;
}
