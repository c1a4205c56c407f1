import { parseArgs } from 'node:util';
import { type CliCommand, EXIT, UsageError } from './cli/command.ts';
import { CannotMerge } from './report/merge.ts';
import { NothingChosen } from './run/choose.ts';
import { BadFlag } from './target/target-from-flags.ts';
import { toolVersion } from './version.ts';
import { didYouMean } from './yaml/nearest.ts';
import { BadSource } from './yaml/problem.ts';

type Entry = { summary: string; load(): Promise<CliCommand> };

/** Each command is loaded when it is used: most of them need little of the kit. */
const COMMANDS: Record<string, Entry> = {
  run: { summary: 'grade a server', load: async () => (await import('./cli/run.ts')).runCommand },
  plan: {
    summary: 'say what a run would cost, and what it could not show',
    load: async () => (await import('./cli/plan.ts')).planCommand,
  },
  init: {
    summary: 'ask a server what it has, and write a commented target.yaml',
    load: async () => (await import('./cli/init.ts')).initCommand,
  },
  report: {
    summary: 'print a report again, or turn it into HTML, JUnit, CTRF or a badge',
    load: async () => (await import('./cli/report.ts')).reportCommand,
  },
  verify: {
    summary: 'work the verdicts of a report out again from what it recorded',
    load: async () => (await import('./cli/verify.ts')).verifyCommand,
  },
  merge: {
    summary: 'make one report of the shards of a run',
    load: async () => (await import('./cli/merge.ts')).mergeCommand,
  },
  lint: {
    summary: 'check scenarios, down to every expression in them',
    load: async () => (await import('./cli/lint.ts')).lintCommand,
  },
  trace: {
    summary: 'show what is missing between the spec, the rules and the scenarios',
    load: async () => (await import('./cli/trace.ts')).traceCommand,
  },
  rules: { summary: 'list the rules', load: async () => (await import('./cli/rules.ts')).rulesCommand },
  new: { summary: 'begin a rule or a scenario', load: async () => (await import('./cli/new.ts')).newCommand },
  schema: {
    summary: 'print the JSON Schema of a kind of file',
    load: async () => (await import('./cli/schema.ts')).schemaCommand,
  },
};

/** Mistakes in what a user has given. Their messages name the place and the remedy. */
const MISTAKES = [UsageError, BadSource, BadFlag, NothingChosen, CannotMerge];

/** Does what the words say, and resolves with the exit code. */
export async function main(words: string[]): Promise<number> {
  return perform(words).catch(report);
}

async function perform([name = '', ...rest]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') return print(toolVersion());
  if (name === '' || name === 'help' || name === '--help' || name === '-h') return print(overview());
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined)
    throw new UsageError(`there is no command ${name}${didYouMean(name, Object.keys(COMMANDS))}`);
  const command = await entry.load();
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (own.includes('--help') || own.includes('-h')) return print(command.help);
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

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`);
  return [
    'tryon-conformance: grades a server of the image analysis and try-on service, rule by rule.',
    '',
    'Usage: tryon-conformance COMMAND [options]',
    '',
    ...lines,
    '',
    'tryon-conformance COMMAND --help tells the options of a command; --version the version.',
  ].join('\n');
}

function print(text: string): number {
  console.log(text);
  return EXIT.fine;
}

/** The one place where the command line says what went wrong. A user never sees a stack trace. */
function report(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (error instanceof BadSource) console.error(message);
  else console.error(`tryon-conformance: ${message}`);
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  if (isUsage) console.error('Try: tryon-conformance --help');
  return isUsage || MISTAKES.some((kind) => error instanceof kind) ? EXIT.badInput : EXIT.ownFault;
}
