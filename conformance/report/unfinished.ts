import { readShard, type Shard, shardWords } from '../plan/shard.ts';
import { NOT_BEGUN } from '../run/run-scenarios.ts';
import type { Report } from './report.ts';
import { counted } from './terminal/lines.ts';

/** What was to be run and was not, where that lies in the run and not in the target; nothing where it ran to its end. */
export function unfinishedIn({ instances, shards = [] }: Pick<Report, 'instances' | 'shards'>): string[] {
  const cut = instances.filter(({ reason }) => reason === 'interrupted').length;
  const left = instances.filter(({ reason, detail }) => reason !== 'interrupted' && detail === NOT_BEGUN).length;
  return [
    ...missingShards(shards.flatMap(({ shard }) => readShard(shard) ?? [])).map(
      (shard) => `${shardWords(shard)} is missing`,
    ),
    ...(cut === 0 ? [] : [`${counted(cut, 'run')} of scenarios ${cut === 1 ? 'was' : 'were'} interrupted`]),
    ...(left === 0 ? [] : [`${counted(left, 'run')} of scenarios ${left === 1 ? 'was' : 'were'} not begun`]),
  ];
}

/** Those that make up the whole with the given ones, which are of one run. */
export function missingShards(given: readonly Shard[]): Shard[] {
  const of = given[0]?.of ?? 0;
  const there = new Set(given.map(({ index }) => index));
  return Array.from({ length: of }, (_, place) => ({ index: place + 1, of })).filter(({ index }) => !there.has(index));
}
