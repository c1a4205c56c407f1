import { counted } from '../../shared/counted.ts';
import { joinedOff, type OffFeatures, offFeatures } from '../plan/off-features.ts';
import { isInShard, readShard, type Shard, shardWords } from '../plan/shard.ts';
import { NOT_BEGUN } from '../run/run-scenarios.ts';
import { AS_THEY_ARE } from '../target/pictures/pictures.ts';
import type { Report, ShardReport } from './report.ts';

/** The facts of the run that apply to a scenario; in a merged report, those of its shard. */
export function factsOfRun(report: Report, scenario: string): Omit<ShardReport, 'shard'> {
  const { target, features, drivers, pictures = AS_THEY_ARE, options, shards = [] } = report;
  const own = shards.find(({ shard }) => {
    const part = readShard(shard);
    return part !== null && isInShard(scenario, part);
  });
  return own ?? { target, features, drivers, pictures, nonce: options.nonce };
}

/** The features that were off, according to all shards together. */
export function offIn({ features, shards = [] }: Pick<Report, 'features' | 'shards'>): OffFeatures {
  return shards.length === 0 ? offFeatures(features) : joinedOff(shards.map((shard) => offFeatures(shard.features)));
}

/** The parts that were not run for reasons other than the target; empty for a complete run. */
export function unfinishedIn({ instances, shards = [] }: Pick<Report, 'instances' | 'shards'>): string[] {
  const cut = instances.filter(({ reason }) => reason === 'interrupted').length;
  const left = instances.filter(({ reason, detail }) => reason !== 'interrupted' && detail === NOT_BEGUN).length;
  return [
    ...missingShards(shards.flatMap(({ shard }) => readShard(shard) ?? [])).map(
      (shard) => `${shardWords(shard)} is missing`,
    ),
    ...(cut === 0 ? [] : [`${counted(cut, 'run')} of scenarios ${cut === 1 ? 'was' : 'were'} interrupted`]),
    ...(left === 0 ? [] : [`${counted(left, 'run')} of scenarios ${left === 1 ? 'was' : 'were'} not started`]),
  ];
}

export function missingShards(given: readonly Shard[]): Shard[] {
  const of = given[0]?.of ?? 0;
  const there = new Set(given.map(({ index }) => index));
  return Array.from({ length: of }, (_, place) => ({ index: place + 1, of })).filter(({ index }) => !there.has(index));
}
