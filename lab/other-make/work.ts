import { isReadable } from './assets.ts';
import type { Breach } from './breaches.ts';
import { billLateCancel, charge, giveBack, settleAgain } from './credits.ts';
import { isComplete } from './images.ts';
import { outputOf } from './outputs.ts';
import { sendEvent } from './webhooks.ts';
import { type Job, now, STAGES, type World } from './world.ts';

/** So long after its end. */
const BY_NIGHT = 8 * 3_600_000;
const WORKS_AT_NIGHT: readonly Breach[] = ['a bill is forgotten by night', 'a failure is billed again by night'];

/** Moves a job from stage to stage as time passes. */
export function beginWork(world: World, job: Job): void {
  if (world.choice('job_expires_at') === 'from_start') job.expires = job.created + world.choice('job_retention');
  goOn(world, job);
}

/** Waits for the end of its stage, unless it is held there. */
export function goOn(world: World, job: Job): void {
  while (job.stage !== 'ended' && job.course.holdAt !== job.stage && lengthOf(world, job) === 0) step(world, job);
  if (job.stage === 'ended' || job.course.holdAt === job.stage) return;
  job.moves += 1;
  const { moves } = job;
  world.clock.later(lengthOf(world, job), () => {
    if (job.moves !== moves || job.stage === 'ended') return;
    step(world, job);
    goOn(world, job);
  });
}

function lengthOf({ choice }: World, { stage, course }: Job): number {
  return stage === 'ended' ? 0 : (course.stages[stage] ?? choice(`stages.${stage}`));
}

/** Moves a job to its next stage. A deferred cancel is honoured here (spec 3). */
export function step(world: World, job: Job): void {
  const isStopped = job.wantsCancel && job.stage !== 'processing' && !isForgotten(world, job);
  if (isStopped) endJob(world, job, 'cancelled');
  else enterNext(world, job);
}

function isForgotten({ breaks }: World, { environment }: Job): boolean {
  return breaks('a late cancel is forgotten') || (environment === 'test' && breaks('a test job runs on'));
}

function enterNext(world: World, job: Job): void {
  job.stage = STAGES[STAGES.indexOf(job.stage) + 1] ?? 'ended';
  if (job.stage === 'picked_up' && world.choice('capture_moment') === 'at_pick_up') charge(job);
  if (job.stage === 'preparing') show(world, job, 'running');
  if (job.stage === 'processing' && world.breaks('a job goes back')) show(world, job, 'queued');
  if (job.stage === 'ended') finish(world, job);
}

function show(world: World, job: Job, status: Job['status']): void {
  job.status = status;
  job.updated = now(world);
}

function finish(world: World, job: Job): void {
  const isStopped = job.wantsCancel && world.breaks('a cancel stops what is under way');
  const code = failureOf(world, job);
  if (code !== null && !isStopped) job.error = { code, message: 'The picture could not be worked on.' };
  endJob(world, job, isStopped ? 'cancelled' : code === null ? 'succeeded' : 'failed');
}

/** The code with which a job fails, as it was decided or as its picture has it; null where it succeeds. */
function failureOf(world: World, job: Job): string | null {
  const { outcome } = job.course;
  if (isInputMissed(world, job)) return 'INPUT_UNPROCESSABLE';
  if (outcome !== null) return outcome.status === 'failed' ? codeOf(world, outcome.code) : null;
  const isDone = job.snapshot !== null && isComplete(job.snapshot);
  return isDone ? null : 'INPUT_UNPROCESSABLE';
}

function codeOf({ breaks }: World, code: string): string {
  return code === 'INPUT_EXPIRED' && breaks('an expired input has its own code') ? 'SNAPSHOT_EXPIRED' : code;
}

function isInputMissed(world: World, { body }: Job): boolean {
  const asset = world.assets.get(body.inputs[0]?.asset_id ?? '');
  if (asset !== undefined && asset.expires <= now(world) && world.breaks('a job dies with its input')) return true;
  return world.breaks('the input is not kept') && (asset === undefined || !isReadable(world, asset));
}

export function endJob(world: World, job: Job, status: 'succeeded' | 'failed' | 'cancelled'): void {
  job.stage = 'ended';
  show(world, job, status);
  job.completed = job.updated;
  job.expires ??= job.completed + world.choice('job_retention');
  if (status === 'succeeded') job.output = outputOf(world, job);
  settle(world, job);
  billLateCancel(world, job);
  if (WORKS_AT_NIGHT.some(world.breaks)) world.clock.later(BY_NIGHT, () => settleAgain(world, job));
  sendEvent(world, job);
  if (world.breaks('the end is told twice')) sendEvent(world, job);
  if (world.breaks('a finished job is touched again'))
    world.clock.later(5_000, () => {
      if (job.output !== null) job.output = { ...job.output, seen: true };
    });
}

function settle(world: World, job: Job): void {
  if (isFree(world, job)) giveBack(job);
  else charge(job);
}

function isFree({ choice, breaks }: World, { status, wantsCancel }: Job): boolean {
  if (status === 'succeeded') return breaks('a success is free');
  if (status === 'failed') return false;
  return wantsCancel ? choice('late_cancel_billing') === 'not_billed' : !breaks('a cancel gives nothing back');
}
