import { parseArgs } from 'node:util';
import { version } from './adapters/version.ts';
import { type CliCommand, EXIT, UsageError } from './cli/command.ts';
import { BadInput } from './domain/bad-input.ts';
import { nearestWord } from './domain/nearest.ts';

type Entry = { summary: string; load(): Promise<CliCommand> };

/** Each command is loaded when it is used: most of them need little of the emulator, or none. */
const COMMANDS: Record<string, Entry> = {
  start: {
    summary: 'run the emulator until it is interrupted',
    load: async () => (await import('./cli/start.ts')).startCommand,
  },
  exec: {
    summary: 'run a command against an emulator of its own',
    load: async () => (await import('./cli/exec.ts')).execCommand,
  },
  ready: { summary: 'wait until an emulator answers', load: async () => (await import('./cli/ready.ts')).readyCommand },
  clock: {
    summary: 'read or move the clock of a running emulator',
    load: async () => (await import('./cli/clock.ts')).clockCommand,
  },
  plan: {
    summary: 'decide what becomes of the next jobs',
    load: async () => (await import('./cli/plan.ts')).planCommand,
  },
  snapshot: {
    summary: 'save or load all that a world is',
    load: async () => (await import('./cli/snapshot.ts')).snapshotCommand,
  },
  deviations: {
    summary: 'list the rules that the emulator can break, and the lawful oddities',
    load: async () => (await import('./cli/deviations.ts')).deviationsCommand,
  },
  fixtures: {
    summary: 'list the drawn faces and the magic images, or write them into a folder',
    load: async () => (await import('./cli/fixtures.ts')).fixturesCommand,
  },
  listen: {
    summary: 'print webhooks of a running emulator, and hand them on',
    load: async () => (await import('./cli/listen.ts')).listenCommand,
  },
  validate: { summary: 'check a configuration', load: async () => (await import('./cli/validate.ts')).validateCommand },
  init: {
    summary: 'write a commented configuration to begin with',
    load: async () => (await import('./cli/init.ts')).initCommand,
  },
  schema: {
    summary: 'print the JSON Schema of the configuration',
    load: async () => (await import('./cli/schema.ts')).schemaCommand,
  },
  openapi: {
    summary: 'print the OpenAPI document of the service, or of the control API',
    load: async () => (await import('./cli/openapi.ts')).openapiCommand,
  },
};

/** Does what the words say, and resolves with the exit code. */
export async function main(words: string[]): Promise<number> {
  return perform(words).catch(report);
}

async function perform([name = '', ...rest]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') return print(version());
  if (name === '' || name === 'help' || name === '--help' || name === '-h') return print(overview());
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    const near = nearestWord(name, Object.keys(COMMANDS));
    throw new UsageError(`there is no command ${name}${near === null ? '' : `; did you mean ${near}?`}`);
  }
  const command = await entry.load();
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (own.includes('--help') || own.includes('-h')) return print(command.help);
  const { values, positionals } = parseArgs({
    args: rest,
    options: command.options,
    strict: true,
    allowPositionals: true,
  });
  return command.run(values, positionals);
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return [
    'tryon-emulator: a local stand-in for the image analysis and try-on service.',
    '',
    'Usage: tryon-emulator COMMAND [options]',
    '',
    ...lines,
    '',
    'tryon-emulator COMMAND --help tells the options of a command; --version the version.',
  ].join('\n');
}

function print(text: string): number {
  console.log(text);
  return EXIT.fine;
}

/** The one place where the command line says what went wrong. A user never sees a stack trace for bad input. */
function report(error: unknown): number {
  if (error instanceof BadInput) {
    console.error(`tryon-emulator: ${error.message}`);
    return EXIT.badInput;
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')) {
    console.error(`tryon-emulator: ${(error as Error).message}\nTry: tryon-emulator --help`);
    return EXIT.badInput;
  }
  console.error(`tryon-emulator: ${error instanceof Error ? error.message : String(error)}`);
  return EXIT.ownFault;
}
