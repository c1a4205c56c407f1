import type { ParseArgsConfig } from 'node:util';

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** One word of the command line. `run` resolves with the exit code; `words` are what is no flag. */
export type CliCommand = {
  help: string;
  options: NonNullable<ParseArgsConfig['options']>;
  run(flags: Flags, words: string[]): Promise<number>;
};

export const EXIT = { fine: 0, failed: 1, badInput: 2, ownFault: 4 } as const;

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
  return value === undefined ? undefined : oneOfWords(value, words, `--${name}`);
}

export function oneOfWords<Word extends string>(value: string | undefined, words: readonly Word[], what: string): Word {
  const word = words.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  throw new UsageError(`${what} must be one of ${words.join(', ')}${value === undefined ? '' : `, not ${value}`}`);
}

/** Words beyond those that a command takes are a mistake, not to be passed over. */
export function atMostWords(words: readonly string[], most: number): void {
  const extra = words[most];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
}
