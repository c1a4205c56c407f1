import { isTerminal, type Job, type Stage, statusOf, type WorkingStage } from './job.ts';
import type { JobError, JobOutput } from './output.ts';
import type { Instant } from './values/time.ts';

/** The only file in which the stage of a job changes (section 3). Each function returns the job after one step. */

const NEXT_STAGE = { queued: 'picked_up', picked_up: 'preparing', preparing: 'processing' } as const;

/** Moves a job to the next working stage. Pick-up is not visible to callers: the status stays `queued`. */
export function moveOn(job: Job, from: Exclude<WorkingStage, 'processing'>, now: Instant): Job {
  return enter(job, NEXT_STAGE[from], now);
}

export function succeed(
  job: Job,
  now: Instant,
  output: JobOutput,
  results: readonly string[],
  expiresAt: Instant,
): Job {
  return { ...enter(job, 'succeeded', now), output, results, expiresAt };
}

export function fail(job: Job, now: Instant, error: JobError, expiresAt: Instant): Job {
  return { ...enter(job, 'failed', now), error, expiresAt };
}

export function cancel(job: Job, now: Instant, expiresAt: Instant): Job {
  return { ...enter(job, 'cancelled', now), expiresAt };
}

/** Remembers a cancel that came too late to be immediate; it takes effect at the next boundary. */
export function requestCancel(job: Job): Job {
  return { ...job, cancelRequested: true };
}

/** A job as it was before its first step. */
export function asAccepted(job: Job): Job {
  const nothing = { completedAt: null, expiresAt: null, output: null, error: null };
  return { ...job, ...nothing, stage: 'queued', updatedAt: job.createdAt };
}

function enter(job: Job, stage: Stage, now: Instant): Job {
  const entered: Job = { ...job, stage, stageSince: now };
  if (statusOf(entered) === statusOf(job)) return entered;
  return Object.assign(entered, { updatedAt: now, completedAt: isTerminal(entered) ? now : null });
}
