import {
  type CliCommand,
  countFlag,
  type Flags,
  listFlag,
  oneOfWords,
  textFlag,
  UsageError,
} from '../../shared/command.ts';
import type { CertifyOptions } from '../certify.ts';
import { type Baseline, readBaseline } from '../report/baseline.ts';
import { compareVersions, isVersion, suiteVersion } from '../suite/rules/graded-rules.ts';
import { GROUPS, type Registry } from '../suite/rules/rule.ts';
import { toolVersion } from '../version.ts';
import { readNamed } from './files.ts';
import { SUITE_HELP, SUITE_OPTIONS } from './own-suite.ts';
import { shardFlag } from './shard-flag.ts';

/** The flags that choose scenarios, and how they are run. */
export const CHOICE_OPTIONS = {
  only: { type: 'string', multiple: true },
  groups: { type: 'string', multiple: true },
  'as-of': { type: 'string' },
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
  --groups X,Y        certify these groups alone: ${GROUPS.join(', ')}
  --as-of VERSION     rules that are newer than this version of the suite, or were raised since, only warn
  --shard 1/4         the first of four parts; merge joins their reports. auto: the one that CI or Kubernetes has
                      given to this process, auto/4 where it does not say of how many
  --seed TEXT         the same seed gives the same order and the same draws
  --repeat N          run everything N times: answers that differ are flaky, and never pass
  --at-once N         so many scenarios side by side (default 8)
  --scenarios PATH    a file or a folder of your own, instead of those of the package (may be repeated)
${SUITE_HELP}
  --baseline FILE     failures that are known: {known_failures: [{rule: ID, because: TEXT, until: DAY}]}, and what is
                      known to be untested: {known_untested: [{rule: ID, or group: NAME, because: TEXT, until: DAY}]}
  --keep              leave the jobs and assets that were made`;

const MOST_REPEATS = 1000;
const MOST_AT_ONCE = 256;

export function runOptions(flags: Flags, registry: Registry): CertifyOptions {
  const seed = textFlag(flags, 'seed');
  const repeat = countFlag(flags, 'repeat', MOST_REPEATS);
  const as_of = asOf(textFlag(flags, 'as-of'), registry);
  const atOnce = countFlag(flags, 'at-once', MOST_AT_ONCE);
  return {
    only: listFlag(flags, 'only'),
    shard: shardFlag(textFlag(flags, 'shard'), process.env),
    keep: flags['keep'] === true,
    baseline: baselineOf(flags, registry),
    groups: listFlag(flags, 'groups').map((name) => oneOfWords(name, GROUPS, '--groups')),
    ...(as_of !== undefined && { as_of }),
    ...(seed !== undefined && { seed }),
    ...(repeat !== undefined && { repeat }),
    ...(atOnce !== undefined && { atOnce }),
  };
}

export function baselineOf(flags: Flags, registry: Registry): Baseline {
  const file = textFlag(flags, 'baseline');
  return file === undefined ? [] : readBaseline(file, readNamed(file, '--baseline'), registry);
}

/** A version that there is, or was: rules cannot be graded as they will be. */
export function asOf(text: string | undefined, registry: Registry, flag = '--as-of'): string | undefined {
  if (text === undefined) return undefined;
  if (!isVersion(text)) throw new UsageError(`${flag} must be a version of the suite such as 0.1.0, not ${text}`);
  const newest = suiteVersion(registry, toolVersion());
  if (compareVersions(text, newest) <= 0) return text;
  throw new UsageError(`${flag} ${text}: this suite is ${newest}; name that version or an older one`);
}
