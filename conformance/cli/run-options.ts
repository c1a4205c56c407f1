import {
  countFlag,
  type Flags,
  type FlagTable,
  flagGroup,
  listFlag,
  oneOfWords,
  textFlag,
  UsageError,
} from '../../shared/command.ts';
import type { CertifyOptions } from '../certify.ts';
import { type Baseline, readBaseline } from '../report/baseline.ts';
import type { HowMany } from '../sessions/play-sessions.ts';
import { compareVersions, isVersion, suiteVersion } from '../suite/rules/graded-rules.ts';
import { GROUPS, type Registry } from '../suite/rules/rule.ts';
import { toolVersion } from '../version.ts';
import { readNamed } from './files.ts';
import { SCENARIO_FLAGS } from './own-suite.ts';
import { shardFlag } from './shard-flag.ts';

/** The flags that choose scenarios, and how they are run. */
export const CHOICE_FLAGS = {
  ...flagGroup('Choice', {
    only: { about: 'scenarios, folders, rules, sections, groups or your own suite', value: 'X,Y', multiple: true },
    groups: { about: 'certify these groups alone', value: 'X,Y', words: GROUPS, list: true, multiple: true },
    'as-of': { about: 'only warn of rules that are newer than this version of the suite', value: 'VERSION' },
    shard: { about: 'run a part such as 1/4, auto for the one that CI gives, or auto/4', value: '1/4' },
    seed: { about: 'the same seed gives the same order and the same draws', value: 'TEXT' },
    repeat: { about: 'run everything N times: answers that differ never pass', value: 'N' },
    'at-once': { about: 'how many scenarios run side by side', value: 'N', default: '8' },
    baseline: { about: 'failures that are known, and what is known to be untested', value: 'FILE' },
    sessions: { about: 'also play N random sessions; `fitting`: as many as fit in 10 s', value: 'N', default: '0' },
    keep: { about: 'leave the jobs and assets that were made' },
  }),
  ...SCENARIO_FLAGS,
} satisfies FlagTable;

export const CHOICE_NOTE = `A baseline has {known_failures: [{rule: ID, because: TEXT, until: DAY}]}, and {known_untested: [{rule: ID, or group: NAME,
because: TEXT, until: DAY}]}. merge joins the reports of shards; auto goes by the variables of CI systems and Kubernetes.`;

const MOST_REPEATS = 1000;
const MOST_AT_ONCE = 256;
const MOST_SESSIONS = 100_000;

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
    sessions: sessionsOf(flags),
    ...(as_of !== undefined && { as_of }),
    ...(seed !== undefined && { seed }),
    ...(repeat !== undefined && { repeat }),
    ...(atOnce !== undefined && { atOnce }),
  };
}

/** `fitting`: as many as fit in ten seconds, where no wait is real. */
function sessionsOf(flags: Flags): HowMany {
  const text = textFlag(flags, 'sessions');
  if (text === '0') return 0;
  return text === 'fitting' ? 'fitting' : (countFlag(flags, 'sessions', MOST_SESSIONS) ?? 0);
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
