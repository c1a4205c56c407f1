import type { Tombstone } from '../../domain/asset.ts';
import { isTerminal } from '../../domain/job.ts';
import { DAY } from '../../domain/values/time.ts';
import { drop } from '../../domain/values/undo.ts';
import type { World } from '../world.ts';

/** More than one change can add, so that a World that runs for a long time does not grow. */
const MOST_AT_ONCE = 4;

/**
 * Forgets what no answer can show any more: quota units of past days, and Idempotency-Keys and tombstones after the
 * retentions of the readings, which are unlimited by default. The oldest rows come first.
 */
export function forgetLapsed(world: World): void {
  const { tombstones, claims, quotaUses, now } = world.state;
  const { idempotency_key_retention: kept, quota_day } = world.settings.readings;
  // Units that no day counts any more. If a day begins with its first job, it depends on all earlier jobs.
  if (quota_day !== 'at_first_job') dropFirst(quotaUses, ({ at }, job) => now >= at + DAY && !isWaiting(world, job));
  if (kept !== null) dropFirst(claims, ({ at }) => now >= at + kept);
  const retention = graveRetention(world);
  if (retention !== null) dropFirst(tombstones, (grave) => now >= grave.since + retention(grave));
}

/**
 * How long a tombstone is needed; null if forever, or if a reading or a deviation uses tombstones for other answers.
 */
function graveRetention({ settings, state, edges }: World): ((grave: Tombstone) => number) | null {
  const { readings } = settings;
  const { tombstone_retention: deleted, expired_input_remembered: expired } = readings;
  if (deleted === null || expired === null) return null;
  const isAskedOtherwise =
    readings.key_of_expired_job === 'new_job' ||
    readings.jobs_list_deleted === 'shown' ||
    readings.retention_body === 'nothing_sent';
  if (isAskedOtherwise || edges.readsTombstones || state.deviations.size > 0) return null;
  return ({ cause }) => (cause === 'expired' ? Math.max(deleted, expired) : deleted);
}

/** Whether the unit of a job may still be refunded. */
function isWaiting({ state }: World, id: string): boolean {
  const job = state.jobs.get(id);
  return job !== undefined && !isTerminal(job);
}

function dropFirst<Name, Row>(table: Map<Name, Row>, isOver: (row: Row, name: Name) => boolean): void {
  let dropped = 0;
  for (const [name, row] of table) {
    if (dropped === MOST_AT_ONCE || !isOver(row, name)) return;
    drop(table, name);
    dropped += 1;
  }
}
