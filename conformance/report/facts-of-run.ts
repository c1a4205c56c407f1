import { isProvenOff } from '../plan/features.ts';
import { isInShard, readShard } from '../plan/shard.ts';
import { AS_THEY_ARE } from '../target/pictures/pictures.ts';
import type { Report, ShardReport } from './report.ts';

/** The facts of the run for a scenario; in a merged report those of the shard that ran it. */
export function factsOfRun(report: Report, scenario: string): Omit<ShardReport, 'shard'> {
  const { target, features, drivers, pictures = AS_THEY_ARE, options, shards = [] } = report;
  const own = shards.find(({ shard }) => {
    const part = readShard(shard);
    return part !== null && isInShard(scenario, part);
  });
  return own ?? { target, features, drivers, pictures, nonce: options.nonce };
}

/** Whether every feature that is off was proved to be off in all shards. */
export function isAllProvenOff({ features, shards = [] }: Pick<Report, 'features' | 'shards'>): boolean {
  return shards.length === 0 ? isProvenOff(features) : shards.every((shard) => isProvenOff(shard.features));
}
