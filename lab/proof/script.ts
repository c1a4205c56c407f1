import { parseArgs } from 'node:util';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import { readShard } from '../../conformance/plan/shard.ts';
import { BadSource } from '../../conformance/suite/yaml/problem.ts';
import {
  countFlag,
  EXIT,
  type Flags,
  listFlag,
  oneOfWords,
  textFlag,
  textsFlag,
  UsageError,
} from '../../shared/command.ts';

/** Shared by the command lines of the proofs. */

/** Runs a proof with the flags that its help describes. --help prints the help. */
export function runProof(name: string, help: string, main: (flags: Flags) => Promise<number>): Promise<void> {
  return endAs(name, async () => {
    const flags = flagsIn(process.argv.slice(2), help);
    if (flags['help'] !== true) return main(flags);
    console.log(help);
    return EXIT.fine;
  });
}

/** A line of a help that describes a flag: `  --only X,Y  these alone`. A flag without a value is a switch. */
const FLAG_LINE = /^ {2}--([a-z-]+)(?: ([A-Z\d][\w/,]*))? /gm;

/** The flags in a command line. A flag for a list can be repeated. */
export function flagsIn(args: readonly string[], help: string): Flags {
  const described = [...help.matchAll(FLAG_LINE)].map(([, name = '', value]) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: value?.startsWith('X') === true }] as const;
  });
  try {
    return parseArgs({ args: [...args], options: { ...Object.fromEntries(described), help: { type: 'boolean' } } })
      .values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A larger number is probably a typing mistake. */
export const MOST = 1_000_000;

/** The kinds that --kinds names; all by default. */
export function kindsIn<Kind extends string>(flags: Flags, kinds: readonly Kind[]): readonly Kind[] {
  const named = listFlag(flags, 'kinds').map((kind) => oneOfWords(kind, kinds, '--kinds'));
  return named.length > 0 ? named : kinds;
}

/** The names of --only; null without it. */
export function onlyIn(flags: Flags): string[] | null {
  const only = textsFlag(flags, 'only');
  return only.length === 0 ? null : only.flatMap(namesIn);
}

/** The named items, or those that --sample draws by the seed. `usual`: the size of the sample without either. */
export function sampled<Item extends { name: string }>(items: readonly Item[], flags: Flags, usual?: number): Item[] {
  const names = onlyIn(flags);
  const meant = items.filter(({ name }) => names === null || names.includes(name));
  const sample = countFlag(flags, 'sample', MOST) ?? (names === null ? usual : undefined);
  if (sample === undefined) return meant;
  const random = seededDraws(textFlag(flags, 'seed') ?? 'proof');
  const drawn = meant.map((item) => ({ item, place: random() })).sort((one, other) => one.place - other.place);
  return drawn.slice(0, sample).map(({ item }) => item);
}

/** Splits names at commas, except in a choice such as `score_range=[0,1]`. */
export function namesIn(text: string): string[] {
  const names = text.split(/,(?![^[{]*[\]}])/).map((name) => name.trim());
  if (names.includes('')) throw new UsageError(`--only ${text} has a comma with nothing before or behind it`);
  return names;
}

/** Sets the exit code of the proof: 2 if an option or a file is invalid, and 4 if the proof itself failed. */
export async function endAs(name: string, main: () => Promise<number>): Promise<void> {
  process.exitCode = await main().catch((error: Error) => {
    console.error(`${name}: ${error.message}`);
    return error instanceof UsageError || error instanceof BadSource ? EXIT.badInput : EXIT.ownFault;
  });
}

/** The items of one part, such as `1/2`, so that two processes can share the work. */
export function inPart<Item>(items: readonly Item[], text = '1/1'): Item[] {
  const part = readShard(text);
  if (part === null) throw new UsageError(`--part must be a part such as 1/2, not ${text}`);
  return items.filter((_, position) => position % part.of === part.index - 1);
}

/** A proof of nothing would always succeed. */
export function assertSome(items: readonly unknown[]): void {
  if (items.length === 0)
    throw new UsageError('nothing is of that kind, that name and that part: there is nothing to prove');
}
