import type { ParseArgsConfig } from 'node:util';

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** One word of the command line. `run` resolves with the exit code. */
export type CliCommand = {
  summary: string;
  help: string;
  options: NonNullable<ParseArgsConfig['options']>;
  run(flags: Flags): Promise<number>;
};

/** The command line itself is wrong: the message names the flag and the remedy. */
export class UsageError extends Error {}

export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export function portFlag(flags: Flags, name: string, fallback: number): number {
  const value = textFlag(flags, name);
  if (value === undefined) return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--${name} must be a port, 0 to 65535 (0 takes a free one), not ${value}`);
}

export function wordFlag<Word extends string>(flags: Flags, name: string, words: readonly Word[]): Word | undefined {
  const value = textFlag(flags, name);
  if (value === undefined) return undefined;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new UsageError(`--${name} must be one of ${words.join(', ')}, not ${value}`);
  return word;
}
