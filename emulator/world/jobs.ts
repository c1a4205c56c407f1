import type { Tombstone } from '../domain/asset.ts';
import { type Job, statusOf } from '../domain/job.ts';
import { renderJob } from '../domain/job-view.ts';
import { insertKey, removeKey } from '../domain/values/sorted-list.ts';
import { drop, put } from '../domain/values/undo.ts';
import { eraseAsset } from './assets.ts';
import { releaseBlob } from './blobs.ts';
import { unschedule } from './timers.ts';
import { listNamed, ownerAccount, type World } from './world.ts';

export function putNewJob(world: World, job: Omit<Job, 'view'>): Job {
  const stored: Job = { ...job, view: renderJob(job, ownerAccount(world, job.owner).hasTestKey, world.rules) };
  put(world.state.jobs, job.id, stored);
  insertKey(listNamed(world.state.jobOrder, orderName(stored)), [job.createdAt, job.id]);
  return stored;
}

/** Stores a job after a step. Its view is made anew only where the step changes the status. */
export function replaceJob(world: World, before: Job, after: Job): Job {
  const isVisible = statusOf(before) !== statusOf(after);
  const view = isVisible ? renderJob(after, ownerAccount(world, after.owner).hasTestKey, world.rules) : before.view;
  const stored: Job = { ...after, view };
  put(world.state.jobs, stored.id, stored);
  return stored;
}

export function jobById(world: World, id: string): Job {
  const job = world.state.jobs.get(id);
  if (job === undefined) throw new Error(`${id} has work to do but is not there`);
  return job;
}

/** Erases a finished job with its results and its snapshot, and keeps a tombstone (spec 3). */
export function eraseJob(world: World, job: Job, cause: Tombstone['cause']): void {
  unschedule(world, job.timer);
  eraseSnapshot(world, job);
  for (const id of job.results) {
    const asset = world.state.assets.get(id);
    if (asset !== undefined) eraseAsset(world, asset, cause);
  }
  drop(world.state.jobs, job.id);
  removeKey(listNamed(world.state.jobOrder, orderName(job)), [job.createdAt, job.id]);
  put(world.state.tombstones, job.id, {
    owner: job.owner,
    cause,
    operation: job.submission.operation,
    purpose: null,
    since: world.state.now,
  });
}

/** Releases the bytes of a job's input snapshot. */
export function eraseSnapshot(world: World, job: Job): Job {
  unschedule(world, job.snapshotTimer);
  for (const part of job.snapshot ?? []) releaseBlob(world, part.digest);
  return replaceJob(world, job, { ...job, snapshot: null, snapshotTimer: null });
}

function orderName(job: Job): string {
  return `${job.owner}/${job.submission.operation}`;
}
