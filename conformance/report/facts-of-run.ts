import { joinedOff, type OffFeatures, offFeatures } from '../plan/off-features.ts';
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

/** The features that were off, and what all shards together know of that. */
export function offIn({ features, shards = [] }: Pick<Report, 'features' | 'shards'>): OffFeatures {
  return shards.length === 0 ? offFeatures(features) : joinedOff(shards.map((shard) => offFeatures(shard.features)));
}
