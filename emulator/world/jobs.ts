import type { Tombstone } from '../domain/asset.ts';
import { type Job, type JobView, statusOf } from '../domain/job.ts';
import { renderJob } from '../domain/job-view.ts';
import { asAccepted } from '../domain/transitions.ts';
import { insertKey, removeKey } from '../domain/values/sorted-list.ts';
import type { Instant } from '../domain/values/time.ts';
import { drop, put } from '../domain/values/undo.ts';
import { eraseAsset } from './assets.ts';
import { releaseBlob } from './blobs.ts';
import { unschedule } from './timers.ts';
import { listNamed, ownerAccount, type World } from './world.ts';

export function putNewJob(world: World, job: Omit<Job, 'view'> & Partial<Pick<Job, 'view'>>): Job {
  // Not copied, because nothing else refers to a new job yet.
  job.view = viewOf(world, job);
  const stored = job as Job;
  put(world.state.jobs, job.id, stored);
  insertKey(listNamed(world.state.jobOrder, orderName(stored)), [job.createdAt, job.id]);
  return stored;
}

/** The job as the answer to its submission showed it. */
export function firstState(world: World, job: Job): Job {
  if (job.shownFirst !== undefined) return { ...job, view: job.shownFirst };
  const first = asAccepted(job);
  return { ...first, view: viewOf(world, first) };
}

/** Keeps the current view of a job as the one of the answer to its submission. */
export function keepFirstState({ state }: World, { job: id }: { job: string }): void {
  const job = state.jobs.get(id);
  if (job !== undefined) put(state.jobs, id, { ...job, shownFirst: job.view });
}

/** Stores a job after a step, in a new row. The view is only made again if the step is visible. */
export function replaceJob(world: World, before: Job, after: Job): Job {
  const isVisible = statusOf(before) !== statusOf(after) || before.updatedAt !== after.updatedAt;
  const view = isVisible ? viewOf(world, after) : before.view;
  const stored = view === after.view ? after : { ...after, view };
  put(world.state.jobs, stored.id, stored);
  return stored;
}

/** Stores a job whose view has changed without a step. */
export function rewriteJob(world: World, job: Job): Job {
  const stored: Job = { ...job, view: viewOf(world, job) };
  put(world.state.jobs, stored.id, stored);
  return stored;
}

/** The view of a job at the current instant. */
export function viewNow(world: World, job: Job): JobView {
  const isMoving = world.settings.readings.updated_at === 'every_read_while_running' && statusOf(job) === 'running';
  if (!isMoving) return job.view;
  return viewOf(world, { ...job, updatedAt: Math.max(job.updatedAt, world.state.now) });
}

/**
 * The tag must follow from what is shown: if times are shown without fractions of a second, the view uses the rounded
 * times.
 */
function viewOf(world: World, job: Omit<Job, 'view'>): JobView {
  const updatedAt = world.rules.stamp(job.updatedAt);
  const completedAt = job.completedAt === null ? null : world.rules.stamp(job.completedAt);
  const isStamped = updatedAt === job.updatedAt && completedAt === job.completedAt;
  const shown = isStamped ? job : { ...job, updatedAt, completedAt };
  return renderJob(shown, ownerAccount(world, job.owner).hasTestKey, world.rules);
}

/** Reading 29: when a job expires, if its retention begins at `from`. */
export function jobExpiry(world: World, from: Instant): Instant {
  return world.rules.stamp(world.rules.jobExpiry(world.settings.readings, from));
}

export function jobById(world: World, id: string): Job {
  const job = world.state.jobs.get(id);
  if (job === undefined) throw new Error(`${id} has work to do but is not there`);
  return job;
}

/** Erases a finished job with its results and its snapshot, and keeps a tombstone (spec 3). */
export function eraseJob(world: World, job: Job, cause: Tombstone['cause']): void {
  unschedule(world, job.timer);
  unschedule(world, job.timeoutTimer);
  eraseSnapshot(world, job);
  eraseResults(world, job, cause);
  drop(world.state.jobs, job.id);
  // Reading 12: the list of jobs may still show a deleted job.
  const isListed = cause === 'deleted' && world.settings.readings.jobs_list_deleted === 'shown';
  if (!isListed) removeKey(listNamed(world.state.jobOrder, orderName(job)), [job.createdAt, job.id]);
  put(world.state.tombstones, job.id, {
    owner: job.owner,
    cause,
    operation: job.submission.operation,
    purpose: null,
    since: world.state.now,
  });
}

export function eraseResults(world: World, { results }: Job, cause: Tombstone['cause']): void {
  for (const id of results) {
    const asset = world.state.assets.get(id);
    if (asset !== undefined) eraseAsset(world, asset, cause);
  }
}

/** Drops the pictures of an unfinished job, whether finished or pending. */
export function dropPictures(world: World, { id, processed }: Job): void {
  for (const [serial, effect] of world.state.effects)
    if (effect.kind === 'process' && effect.job === id) drop(world.state.effects, serial);
  for (const { digest } of processed ?? []) releaseBlob(world, digest);
}

/** Releases the bytes of the input snapshot of a job. */
export function eraseSnapshot(world: World, job: Job): Job {
  unschedule(world, job.snapshotTimer);
  for (const part of job.snapshot ?? []) releaseBlob(world, part.digest);
  return replaceJob(world, job, { ...job, snapshot: null, snapshotTimer: null });
}

function orderName(job: Job): string {
  return `${job.owner}/${job.submission.operation}`;
}
