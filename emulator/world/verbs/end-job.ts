import { isTerminal, type Job } from '../../domain/job.ts';
import type { JobError, RenderedImage } from '../../domain/output.ts';
import type { Outcome } from '../../domain/test-control/plan.ts';
import { cancel, fail, succeed } from '../../domain/transitions.ts';
import { usageKey } from '../../domain/usage.ts';
import type { Instant } from '../../domain/values/time.ts';
import { put } from '../../domain/values/undo.ts';
import { putAsset } from '../assets.ts';
import { concernsOf } from '../concerns.ts';
import { announceEnd } from '../deliveries.ts';
import { eraseSnapshot, jobExpiry, replaceJob } from '../jobs.ts';
import { settle } from '../ledger.ts';
import { refundQuota } from '../limits.ts';
import { schedule, unschedule } from '../timers.ts';
import { wakeWaiting } from '../waiting-jobs.ts';
import { nextId, type World } from '../world.ts';

export function cancelNow(world: World, job: Job): Job {
  if (world.rules.refundsQuota(job)) refundQuota(world, job.id);
  if (world.rules.usageForgets()) uncount(world, job);
  return end(world, job, { ...cancel(job, world.state.now, expiry(world, job)), decidedBy: 'cancel' });
}

export function failNow(world: World, job: Job, error: JobError): Job {
  if (world.rules.refundsQuotaOfFailed()) refundQuota(world, job.id);
  return end(world, job, fail(job, world.state.now, error, expiry(world, job)));
}

export function succeedNow(
  world: World,
  job: Job,
  images: readonly RenderedImage[],
  outcome: Extract<Outcome, { status: 'succeeded' }>,
): Job {
  const { now } = world.state;
  const expiresAt = expiry(world, job);
  const results = images.map((image) => {
    const id = nextId(world, 'asset');
    const { role: _, ...kept } = image;
    putAsset(world, {
      id,
      owner: job.owner,
      purpose: 'result',
      ...kept,
      createdAt: world.rules.stamp(now),
      expiresAt,
      job: job.id,
      timer: null,
    });
    return world.rules.resultBody(id, image, expiresAt);
  });
  const output = world.rules.output(job.submission, results, concernsOf(world, job), outcome.applied);
  return end(
    world,
    job,
    succeed(
      job,
      now,
      output,
      results.map(({ id }) => id),
      expiresAt,
    ),
  );
}

/**
 * Reading 29: the retention begins at the end or at the creation of the job, but a job is always kept until its end.
 */
function expiry(world: World, { createdAt, expiresAt }: Job): Instant {
  const { now } = world.state;
  if (expiresAt !== null) return Math.max(expiresAt, now);
  return Math.max(jobExpiry(world, world.rules.retentionBegins(createdAt, now)), now);
}

/** The common part of every end: the credits are settled, and the retention of the job begins. */
function end(world: World, before: Job, after: Job): Job {
  if (!isTerminal(after) || after.expiresAt === null) throw new Error(`${after.id} cannot end as ${after.stage}`);
  unschedule(world, before.timer);
  unschedule(world, before.timeoutTimer);
  const goneAt = world.rules.assetGoneAt(after.expiresAt);
  const timer = schedule(world, goneAt, 'job-expiry', after.id);
  const charge = settle(world, after);
  // The results describe the pictures, so `processed` is no longer needed.
  const ended = replaceJob(world, before, { ...after, timer, timeoutTimer: null, processed: null, charge });
  announceEnd(world, ended);
  if (world.settings.readings.jobs_at_once !== null) wakeWaiting(world, ended.owner);
  // Reading 30: a copy that expired while the job needed it was kept until now.
  return ended.snapshotTimer === null ? eraseSnapshot(world, ended) : ended;
}

function uncount(world: World, job: Job): void {
  const name = usageKey(job.owner, world.rules.usageDay(job.createdAt), job.submission.operation);
  const row = world.state.usage.get(name);
  if (row !== undefined) put(world.state.usage, name, { ...row, accepted: row.accepted - 1 });
}
