import { type CliCommand, countFlag, type Flags, listFlag, textFlag, UsageError } from '../../shared/command.ts';
import type { CertifyOptions } from '../certify.ts';
import { readShard, type Shard } from '../plan/shard.ts';
import { type Baseline, readBaseline } from '../report/baseline.ts';
import type { Registry } from '../suite/rules/rule.ts';
import { readNamed } from './files.ts';
import { SUITE_HELP, SUITE_OPTIONS } from './own-suite.ts';

/** The flags that choose scenarios, and how they are run. */
export const CHOICE_OPTIONS = {
  only: { type: 'string', multiple: true },
  shard: { type: 'string' },
  seed: { type: 'string' },
  repeat: { type: 'string' },
  'at-once': { type: 'string' },
  scenarios: { type: 'string', multiple: true },
  ...SUITE_OPTIONS,
  baseline: { type: 'string' },
  keep: { type: 'boolean' },
} as const satisfies CliCommand['options'];

export const CHOICE_HELP = `  --only X,Y          scenarios by name or folder, rule, section of the spec, group, or the name of a suite of your own
  --shard 1/4         the first of four parts; merge joins their reports
  --seed TEXT         the same seed gives the same order and the same draws
  --repeat N          run everything N times: answers that differ are flaky, and never pass
  --at-once N         so many scenarios side by side (default 8)
  --scenarios PATH    a file or a folder of your own, instead of those of the package (may be repeated)
${SUITE_HELP}
  --baseline FILE     failures that are known: {known_failures: [{rule: ID, because: TEXT, until: DAY}]}
  --keep              leave the jobs and assets that were made`;

const MOST_REPEATS = 1000;
const MOST_AT_ONCE = 256;

export function runOptions(flags: Flags, registry: Registry): CertifyOptions {
  const seed = textFlag(flags, 'seed');
  const repeat = countFlag(flags, 'repeat', MOST_REPEATS);
  const atOnce = countFlag(flags, 'at-once', MOST_AT_ONCE);
  return {
    only: listFlag(flags, 'only'),
    shard: shardOf(textFlag(flags, 'shard')),
    keep: flags['keep'] === true,
    baseline: baselineOf(flags, registry),
    ...(seed !== undefined && { seed }),
    ...(repeat !== undefined && { repeat }),
    ...(atOnce !== undefined && { atOnce }),
  };
}

export function baselineOf(flags: Flags, registry: Registry): Baseline {
  const file = textFlag(flags, 'baseline');
  return file === undefined ? [] : readBaseline(file, readNamed(file, '--baseline'), registry);
}

function shardOf(text: string | undefined): Shard | null {
  if (text === undefined) return null;
  const shard = readShard(text);
  if (shard !== null) return shard;
  throw new UsageError(`--shard must be a part such as 1/4, the first of four, not ${text}`);
}
