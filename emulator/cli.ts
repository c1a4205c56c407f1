#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { type CliCommand, UsageError } from './cli/command.ts';
import { startCommand } from './cli/start.ts';
import { version } from './cli/version.ts';
import { BadInput } from './domain/bad-input.ts';
import { nearestWord } from './domain/nearest.ts';

const COMMANDS: Record<string, CliCommand> = { start: startCommand };

const BAD_INPUT = 2;
const OWN_FAULT = 4;

process.exitCode = await main(process.argv.slice(2)).catch(report);

async function main([name = '', ...rest]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') return print(version());
  if (name === '' || name === 'help' || name === '--help' || name === '-h') return print(overview());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const near = nearestWord(name, Object.keys(COMMANDS));
    throw new UsageError(`there is no command ${name}${near === null ? '' : `; did you mean ${near}?`}`);
  }
  if (rest.includes('--help') || rest.includes('-h')) return print(command.help);
  return command.run(parseArgs({ args: rest, options: command.options, strict: true }).values);
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
  return 0;
}

/** The one place where the command line says what went wrong. A user never sees a stack trace for bad input. */
function report(error: unknown): number {
  if (error instanceof BadInput) {
    console.error(`tryon-emulator: ${error.message}`);
    return BAD_INPUT;
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')) {
    console.error(`tryon-emulator: ${(error as Error).message}\nTry: tryon-emulator --help`);
    return BAD_INPUT;
  }
  console.error(`tryon-emulator: ${error instanceof Error ? error.message : String(error)}`);
  return OWN_FAULT;
}
