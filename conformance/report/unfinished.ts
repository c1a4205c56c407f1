import { counted } from '../../shared/counted.ts';
import { readShard, type Shard, shardWords } from '../plan/shard.ts';
import { NOT_BEGUN } from '../run/run-scenarios.ts';
import type { Report } from './report.ts';

/** What was not run, for reasons of the run and not of the target; nothing for a whole run. */
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

/** The missing shards of a run. */
export function missingShards(given: readonly Shard[]): Shard[] {
  const of = given[0]?.of ?? 0;
  const there = new Set(given.map(({ index }) => index));
  return Array.from({ length: of }, (_, place) => ({ index: place + 1, of })).filter(({ index }) => !there.has(index));
}
