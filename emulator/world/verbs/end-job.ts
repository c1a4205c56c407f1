import { isTerminal, type Job } from '../../domain/job.ts';
import type { JobError, RenderedImage } from '../../domain/output.ts';
import type { Outcome } from '../../domain/test-control/plan.ts';
import { cancel, fail, succeed } from '../../domain/transitions.ts';
import { usageKey } from '../../domain/usage.ts';
import type { Instant } from '../../domain/values/time.ts';
import { drop, put } from '../../domain/values/undo.ts';
import { putAsset } from '../assets.ts';
import { concernsOf } from '../concerns.ts';
import { announceEnd } from '../deliveries.ts';
import { replaceJob } from '../jobs.ts';
import { settle } from '../ledger.ts';
import { schedule, unschedule } from '../timers.ts';
import { nextId, type World } from '../world.ts';

export function cancelNow(world: World, job: Job): Job {
  if (world.rules.refundsQuota(job)) drop(world.state.quotaUses, job.id);
  if (world.settings.readings.usage_cancelled === 'taken_out') uncount(world, job);
  return end(world, job, cancel(job, world.state.now, expiry(world)));
}

export function failNow(world: World, job: Job, error: JobError): Job {
  return end(world, job, fail(job, world.state.now, error, expiry(world)));
}

export function succeedNow(
  world: World,
  job: Job,
  images: readonly RenderedImage[],
  outcome: Extract<Outcome, { status: 'succeeded' }>,
): Job {
  const { now } = world.state;
  const { result_created_at } = world.settings.readings;
  const expiresAt = expiry(world);
  const results = images.map((image) => {
    const id = nextId(world, 'asset');
    const { role: _, ...kept } = image;
    putAsset(world, {
      id,
      owner: job.owner,
      purpose: 'result',
      ...kept,
      createdAt: result_created_at === 'processing' ? job.stageSince : now,
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

function expiry(world: World): Instant {
  return world.rules.jobExpiry(world.settings.readings, world.state.now);
}

/** What every end has in common: the credits are settled, and the job's retention begins. */
function end(world: World, before: Job, after: Job): Job {
  if (!isTerminal(after) || after.expiresAt === null) throw new Error(`${after.id} cannot end as ${after.stage}`);
  unschedule(world, before.timer);
  const goneAt = world.rules.assetGoneAt(world.settings.readings, after.expiresAt);
  const timer = schedule(world, goneAt, 'job-expiry', after.id);
  const ended = replaceJob(world, before, { ...after, timer, charge: settle(world, after) });
  announceEnd(world, ended);
  return ended;
}

function uncount(world: World, job: Job): void {
  const name = usageKey(job.owner, world.rules.usageDay(job.createdAt), job.submission.operation);
  const row = world.state.usage.get(name);
  if (row !== undefined) put(world.state.usage, name, { ...row, accepted: row.accepted - 1 });
}
