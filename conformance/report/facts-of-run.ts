import { isProvenOff } from '../plan/features.ts';
import { isInShard, readShard } from '../plan/shard.ts';
import type { Report, ShardReport } from './report.ts';

/** What a scenario went by that is not the same in all shards: of a merged report, that of the shard which had it. */
export function factsOfRun(report: Report, scenario: string): Omit<ShardReport, 'shard'> {
  const { target, features, drivers, options, shards = [] } = report;
  const own = shards.find(({ shard }) => {
    const part = readShard(shard);
    return part !== null && isInShard(scenario, part);
  });
  return own ?? { target, features, drivers, nonce: options.nonce };
}

/** Every feature that is off was shown to be off in all of the run. */
export function isAllProvenOff({ features, shards = [] }: Pick<Report, 'features' | 'shards'>): boolean {
  return shards.length === 0 ? isProvenOff(features) : shards.every((shard) => isProvenOff(shard.features));
}
