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
import { isShard, readShard, type Shard } from '../plan/shard.ts';
import { type Baseline, readBaseline } from '../report/baseline.ts';
import type { HowMany } from '../sessions/play-sessions.ts';
import { compareVersions, isVersion, suiteVersion } from '../suite/rules/graded-rules.ts';
import { GROUPS, type Registry } from '../suite/rules/rule.ts';
import { toolVersion } from '../version.ts';
import { readNamed } from './files.ts';
import { SCENARIO_FLAGS } from './own-suite.ts';

/** The flags that select scenarios, and how they run. */
export const CHOICE_FLAGS = {
  ...flagGroup('Selection', {
    only: { about: 'only these scenarios, folders, rules, sections or groups', value: 'X,Y', multiple: true },
    groups: { about: 'certify only these groups', value: 'X,Y', words: GROUPS, list: true, multiple: true },
    'as-of': { about: 'only warn about rules newer than this suite version', value: 'VERSION' },
    shard: { about: 'run one part; auto or auto/4 reads the part from CI', value: '1/4' },
    seed: { about: 'seed of the order and of random values', value: 'TEXT' },
    repeat: { about: 'run everything N times; unstable answers never pass', value: 'N' },
    'at-once': { about: 'number of scenarios in parallel', value: 'N', default: '8' },
    baseline: { about: 'file of known failures and known untested rules', value: 'FILE' },
    sessions: { about: 'random sessions after the scenarios; fitting: 10 s of them', value: 'N|fitting' },
    keep: { about: 'do not delete the jobs and assets of the run' },
  }),
  ...SCENARIO_FLAGS,
} satisfies FlagTable;

export const CHOICE_NOTE = `A baseline has {known_failures: [{rule: ID, because: TEXT, until: DAY}]} and {known_untested: [{rule: ID, or group: NAME,
because: TEXT, until: DAY}]}. Merge the reports of shards with merge. --shard auto reads the variables of CI systems and
Kubernetes.`;

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

/**
 * The number of sessions. A run of a part of the suite, of an older version or with your own suite has none unless
 * --sessions is given.
 */
export function sessionsOf(flags: Flags): HowMany {
  const text = textFlag(flags, 'sessions');
  const isPart = ['only', 'groups', 'as-of', 'scenarios', 'suite'].some((name) => flags[name] !== undefined);
  if (text === undefined) return isPart ? 0 : 'fitting';
  if (text === '0') return 0;
  return text === 'fitting' ? 'fitting' : (countFlag(flags, 'sessions', MOST_SESSIONS) ?? 0);
}

export function baselineOf(flags: Flags, registry: Registry): Baseline {
  const file = textFlag(flags, 'baseline');
  return file === undefined ? [] : readBaseline(file, readNamed(file, '--baseline'), registry);
}

/** Accepts the current or an earlier version: rules cannot be graded as of a future one. */
export function asOf(text: string | undefined, registry: Registry, flag = '--as-of'): string | undefined {
  if (text === undefined) return undefined;
  if (!isVersion(text)) throw new UsageError(`${flag} must be a suite version such as 0.1.0, not ${text}`);
  const newest = suiteVersion(registry, toolVersion());
  if (compareVersions(text, newest) <= 0) return text;
  throw new UsageError(`${flag} ${text}: the suite has version ${newest}; use that version or an older one`);
}

/** The variables in which systems that start several processes number them. Kubernetes does not provide the total. */
const PARTS: readonly { by: string; index: string; first: 0 | 1; total: string | null }[] = [
  { by: 'GitLab', index: 'CI_NODE_INDEX', first: 1, total: 'CI_NODE_TOTAL' },
  { by: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, total: 'CIRCLE_NODE_TOTAL' },
  { by: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0, total: 'BUILDKITE_PARALLEL_JOB_COUNT' },
  { by: 'Azure Pipelines', index: 'SYSTEM_JOBPOSITIONINPHASE', first: 1, total: 'SYSTEM_TOTALJOBSINPHASE' },
  { by: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0, total: null },
];

type Environment = Readonly<Record<string, string | undefined>>;

/** The part of `--shard`: as written or, with `auto`, the part that the CI system assigned to this process. */
export function shardFlag(text: string | undefined, environment: Environment): Shard | null {
  if (text === undefined) return null;
  const auto = /^auto(?:\/(\d{1,4}))?$/.exec(text);
  if (auto !== null) return ownShard(auto[1], environment);
  const shard = readShard(text);
  if (shard !== null) return shard;
  throw new UsageError(`--shard must be a part such as 1/4, the first of four, or auto, not ${text}`);
}

function ownShard(given: string | undefined, environment: Environment): Shard {
  const part = PARTS.find(({ index }) => /^\d+$/.test(environment[index] ?? ''));
  if (part === undefined)
    throw new UsageError(
      `--shard auto goes by ${PARTS.map(({ by, index }) => `${index} (${by})`).join(', ')}; none of them is set: write 1/4`,
    );
  const total = given ?? (part.total === null ? undefined : environment[part.total]);
  if (total === undefined)
    throw new UsageError(`${part.by} does not say how many parts there are: write --shard auto/4 for four`);
  const shard = { index: Number(environment[part.index]) + 1 - part.first, of: Number(total) };
  if (isShard(shard)) return shard;
  throw new UsageError(`${part.index} is ${environment[part.index]}: there is no such part of ${total}`);
}
