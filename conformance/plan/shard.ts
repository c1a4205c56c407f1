import { createHash } from 'node:crypto';

/** One part of a run: the second of four is `{index: 2, of: 4}`. */
export type Shard = { index: number; of: number };

/** `2/4`, as on the command line and in reports. */
export function shardText({ index, of }: Shard): string {
  return `${index}/${of}`;
}

/** `shard 2 of 4`, for people. */
export function shardWords({ index, of }: Shard): string {
  return `shard ${index} of ${of}`;
}

/** Returns null for anything else, such as 5/4. */
export function readShard(text: string): Shard | null {
  const [, index = '0', of = '0'] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  return isShard(shard) ? shard : null;
}

export function isShard({ index, of }: Shard): boolean {
  return Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of;
}

/** Assigns a scenario always to the same shard. */
export function isInShard(id: string, { index, of }: Shard): boolean {
  return (createHash('sha256').update(id).digest().readUInt32BE(0) % of) + 1 === index;
}
