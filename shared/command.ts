import { didYouMean } from './nearest.ts';

/** The parsed flags of one call. */
export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** A flag of a command. Parsing, help, the reference page and shell completion are all derived from it. */
export type Flag = {
  /** What it does, in fewer than 70 characters. */
  about: string;
  /** The name of its value in the help, such as FILE; a flag without one is a switch. */
  value?: string;
  multiple?: true;
  /** Its one-letter short form. */
  short?: string;
  /** The heading under which the help lists it. */
  group?: string;
  /** The default, as the help shows it. */
  default?: string;
  /** The values that it accepts: others are refused before the command runs. */
  words?: readonly string[];
  /** Whether its value is a comma-separated list. */
  list?: true;
};
export type FlagTable = Readonly<Record<string, Flag>>;

/** A command. `run` resolves with the exit code; `words` are the arguments that are not flags. */
export type CliCommand = {
  /** The ways to call it: the arguments after its name, and what each form does. */
  forms?: Readonly<Record<string, string>>;
  flags: FlagTable;
  /** Further details, in paragraphs. */
  notes?: string;
  /** Example command lines, by what each shows. */
  examples?: Readonly<Record<string, string>>;
  /** Its exit codes, if they mean more than success and bad input. */
  exits?: Readonly<Record<number, string>>;
  run(flags: Flags, words: string[]): Promise<number>;
};

/** The commands of a program by name, each under a heading of the help, and loaded on demand. */
export type Commands = Readonly<Record<string, { group: string; summary: string; load(): Promise<CliCommand> }>>;

/** Exit codes. A graded run takes its code from the report: 0, 1, 3 or 4. */
export const EXIT = { fine: 0, problems: 1, badInput: 2, ownFault: 4, interrupted: 130 } as const;

/** The command line itself is wrong: the message names the flag and the remedy. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Lists flags under a heading of the help. */
export function flagGroup<Table extends FlagTable>(group: string, flags: Table): Table {
  const grouped = Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }]);
  return Object.fromEntries(grouped) as Table;
}

export function textFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export function textsFlag(flags: Flags, name: string): string[] {
  return [flags[name] ?? []].flat().filter((one) => typeof one === 'string');
}

/** All values of a flag that takes comma-separated lists. */
export function listFlag(flags: Flags, name: string): string[] {
  const words = textsFlag(flags, name).flatMap((text) => text.split(','));
  return words.map((word) => word.trim()).filter((word) => word !== '');
}

export function countFlag(flags: Flags, name: string, most: number): number | undefined {
  const value = textFlag(flags, name);
  if (value === undefined) return undefined;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= most) return count;
  throw new UsageError(`--${name} must be an integer, 1 to ${most}, not ${value}`);
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

export function checkWords(table: FlagTable, flags: Flags): void {
  for (const [name, { words, list }] of Object.entries(table)) {
    if (words === undefined) continue;
    const listed = list ? listFlag(flags, name) : [];
    // A list without any word is refused as it is.
    const values = listed.length > 0 ? listed : textsFlag(flags, name);
    for (const value of values) oneOfWords(value, words, `--${name}`);
  }
}

export function portFlag(flags: Flags, name: string, fallback: number): number {
  const value = textFlag(flags, name);
  if (value === undefined) return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--${name} must be a port, 0 to 65535 (0 selects a free one), not ${value}`);
}

export function atMostWords(words: readonly string[], most: number): void {
  const extra = words[most];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}"`);
}
