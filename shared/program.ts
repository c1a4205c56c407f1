import { parseArgs } from 'node:util';
import { type CliCommand, checkWords, EXIT, UsageError } from './command.ts';
import { type Described, helpText, overview, parseOptions } from './help.ts';
import { FileRefused } from './named-file.ts';
import { didYouMean } from './nearest.ts';

type Kind = abstract new (...args: never[]) => Error;

/** A command line program: its commands, and how it reports. */
export type Program = Described & {
  version(): string;
  print(text: string): void;
  printError(text: string): void;
  /** Errors about other input of the user. Their messages name the place and the remedy. */
  mistakes: readonly Kind[];
  /** Those whose message begins with the place. */
  placed: readonly Kind[];
};

/** Runs the command line `words`, and resolves with the exit code. */
export async function runProgram(program: Program, words: readonly string[]): Promise<number> {
  try {
    return await perform(program, words);
  } catch (error) {
    return report(program, words, error);
  }
}

async function perform(program: Program, [name = '', ...rest]: readonly string[]): Promise<number> {
  const { commands, print } = program;
  const done = (text: string) => {
    print(text);
    return EXIT.fine;
  };
  if (name === '--version' || name === '-v') return done(program.version());
  if (name === '' || name === 'help' || name === '--help' || name === '-h') return done(overview(program));
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) throw new UsageError(`unknown command ${name}${didYouMean(name, Object.keys(commands))}`);
  const command = await entry.load();
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (own.includes('--help') || own.includes('-h')) return done(helpText(program.name, name, entry.summary, command));
  const { values, positionals } = parsed(name, command, rest);
  checkWords(command.flags, values);
  return command.run(values, positionals);
}

function parsed(name: string, { flags }: CliCommand, args: string[]) {
  try {
    return parseArgs({ args, options: parseOptions(flags), strict: true, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    if (unknown === undefined) throw new UsageError(plainly(message));
    const given = args.find((arg) => arg.startsWith(unknown)) ?? unknown;
    if (/^-\d/.test(given)) throw new UsageError(`${given} is negative; write ${given.slice(1)}`);
    const known = Object.keys(flags).map((flag) => `--${flag}`);
    throw new UsageError(`${name} has no flag ${unknown}${didYouMean(unknown, known)}`);
  }
}

/** Rewrites the message of Node about a known flag. */
function plainly(message: string): string {
  const flag = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
  if (flag === undefined) return message;
  if (message.includes('does not take')) return `${flag} takes no value`;
  return `${flag} needs a value; write a value that starts with a dash as ${flag}=-…`;
}

/** The only place that reports errors on the command line. Users never see a stack trace for bad input. */
function report(program: Program, [command = '']: readonly string[], error: unknown): number {
  const { name, commands, printError, mistakes, placed } = program;
  const isOneOf = (kinds: readonly Kind[]) => kinds.some((kind) => error instanceof kind);
  const isFile = error instanceof FileRefused;
  const said = error instanceof Error ? error.message : String(error);
  const message = isFile ? `${error.file}: ${said}` : said;
  const isUsage = error instanceof UsageError;
  printError(isOneOf(placed) ? message : `${name}: ${message}`);
  if (isUsage) printError(`Try: ${name}${Object.hasOwn(commands, command) ? ` ${command}` : ''} --help`);
  return isUsage || isFile || isOneOf(mistakes) || isOneOf(placed) ? EXIT.badInput : EXIT.ownFault;
}
