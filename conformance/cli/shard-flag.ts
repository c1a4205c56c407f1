import { UsageError } from '../../shared/command.ts';
import { isShard, readShard, type Shard } from '../plan/shard.ts';

/** Where those who start several at once say which of them this is; Kubernetes does not say how many they are. */
const PARTS: readonly { by: string; index: string; first: 0 | 1; total: string | null }[] = [
  { by: 'GitLab', index: 'CI_NODE_INDEX', first: 1, total: 'CI_NODE_TOTAL' },
  { by: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, total: 'CIRCLE_NODE_TOTAL' },
  { by: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0, total: 'BUILDKITE_PARALLEL_JOB_COUNT' },
  { by: 'Azure Pipelines', index: 'SYSTEM_JOBPOSITIONINPHASE', first: 1, total: 'SYSTEM_TOTALJOBSINPHASE' },
  { by: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0, total: null },
];

type Environment = Readonly<Record<string, string | undefined>>;

/** The part of `--shard`: as it is written, or with `auto` the one that whoever started this process has given it. */
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
