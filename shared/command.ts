import type { ParseArgsConfig } from 'node:util';
import { didYouMean } from './nearest.ts';

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** A command. `run` resolves with the exit code; `words` are the arguments that are no flags. */
export type CliCommand = {
  help: string;
  options: NonNullable<ParseArgsConfig['options']>;
  run(flags: Flags, words: string[]): Promise<number>;
};

/**
 * The commands of a program, each under a heading of its help. Each is loaded when it is used: most of them need little of
 * the program.
 */
export type Commands = Readonly<Record<string, { group: string; summary: string; load(): Promise<CliCommand> }>>;

/** Exit codes. Those of a graded run come from its report: 0, 1, 3 and 4. */
export const EXIT = { fine: 0, problems: 1, badInput: 2, ownFault: 4, interrupted: 130 } as const;

/** The command line itself is wrong: the message names the flag and the remedy. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** A flag that may be there several times. */
export function textsFlag(flags: Flags, name: string): string[] {
  const value = flags[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** A flag that may be there several times, each time with commas between. */
export function listFlag(flags: Flags, name: string): string[] {
  const words = textsFlag(flags, name).flatMap((text) => text.split(','));
  return words.map((word) => word.trim()).filter((word) => word !== '');
}

export function countFlag(flags: Flags, name: string, most: number): number | undefined {
  const value = textFlag(flags, name);
  if (value === undefined) return undefined;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= most) return count;
  throw new UsageError(`--${name} must be a whole number, 1 to ${most}, not ${value}`);
}

export function oneOfWords<Word extends string>(value: string | undefined, words: readonly Word[], what: string): Word {
  const word = words.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  const not = value === undefined ? '' : `, not ${value}${didYouMean(value, words)}`;
  throw new UsageError(`${what} must be one of ${words.join(', ')}${not}`);
}

export function wordFlag<Word extends string>(flags: Flags, name: string, words: readonly Word[]): Word | undefined {
  const value = textFlag(flags, name);
  return value === undefined ? undefined : oneOfWords(value, words, `--${name}`);
}

export function portFlag(flags: Flags, name: string, fallback: number): number {
  const value = textFlag(flags, name);
  if (value === undefined) return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--${name} must be a port, 0 to 65535 (0 takes a free one), not ${value}`);
}

/** Refuses more words than a command takes. */
export function atMostWords(words: readonly string[], most: number): void {
  const extra = words[most];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
}
