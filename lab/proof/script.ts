import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readShard } from '../../conformance/plan/shard.ts';
import { BadSource } from '../../conformance/suite/yaml/problem.ts';
import { EXIT, type Flags, UsageError } from '../../shared/command.ts';

/** Shared by the command lines of the proofs. */

export function flagsIn(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>): Flags {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
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
