import { charge, chargeTestFailure, giveBack, hold } from './credits.ts';
import { count, discount } from './limits.ts';
import { outputOf } from './outputs.ts';
import { sendEvent } from './webhooks.ts';
import { dayOf, type Job, now, STAGES, type World } from './world.ts';

const NIGHT = 8 * 3_600_000;

/** Moves a job from stage to stage as time passes. */
export function beginWork(world: World, job: Job): void {
  if (world.choice('job_expires_at') === 'from_start') job.expires = job.created + world.choice('job_retention');
  goOn(world, job);
}

/** Waits for the end of the current stage, unless the job is held there. */
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
  if (job.wantsCancel && job.stage !== 'processing') cancelAtLast(world, job);
  else enterNext(world, job);
}

function cancelAtLast(world: World, job: Job): void {
  if (world.breaks('a late cancel sets an error'))
    job.error = { code: 'PROCESSING_FAILED', message: 'The job was cancelled.' };
  endJob(world, job, 'cancelled');
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
  const code = isLost(world, job) ? 'INPUT_EXPIRED' : failureOf(world, job);
  if (job.wantsCancel && world.breaks('a cancel stops what is under way')) endJob(world, job, 'cancelled');
  else if (code === null) endJob(world, job, 'succeeded');
  else {
    job.error = { code, message: 'The picture could not be worked on.' };
    endJob(world, job, 'failed');
  }
}

/** Whether a job fails because its input was deleted after the submission, which breaks the specification. */
function isLost({ assets, breaks }: World, { body }: Job): boolean {
  const isDeleted = ({ asset_id }: { asset_id: string }) => assets.get(asset_id)?.bytes === null;
  return body.inputs.some(isDeleted) && breaks('a job fails whose input was deleted');
}

/** The code with which a job fails, from its plan or because of its picture; null if it succeeds. */
function failureOf({ breaks }: World, { course: { outcome }, pixels }: Job): string | null {
  if (outcome === null) return pixels === null ? 'INPUT_UNPROCESSABLE' : null;
  if (outcome.status === 'succeeded') return null;
  const isRenamed = outcome.code === 'INPUT_EXPIRED' && breaks('an expired input has its own code');
  return isRenamed ? 'SNAPSHOT_EXPIRED' : outcome.code;
}

export function endJob(world: World, job: Job, status: 'succeeded' | 'failed' | 'cancelled'): void {
  job.stage = 'ended';
  show(world, job, status);
  job.completed = job.updated;
  job.expires ??= job.completed + world.choice('job_retention');
  if (status === 'succeeded' || isShownFailed(world, job)) job.output = outputOf(world, job);
  if (isFree(world, job)) giveBack(job);
  else charge(job);
  if (status === 'failed') chargeTestFailure(world, job);
  if (status === 'failed' && world.breaks('a failure leaves its hold')) hold(job);
  countLater(world, job);
  if (!isSilent(world, job)) sendEvent(world, job);
  if (isInSpite(job) && world.breaks('a job that ends in spite of a cancel sends two events'))
    sendEvent(world, job, 'cancelled');
  changeLater(world, job);
}

/** Whether a late cancel sends no event, which breaks the specification. */
function isSilent({ breaks }: World, { status, wantsCancel }: Job): boolean {
  return status === 'cancelled' && wantsCancel && breaks('a late cancel sends no event');
}

/** Spec 4.4: a job counts for the day on which it was accepted. The breach here moves it. */
function countLater(world: World, job: Job): void {
  if (job.status === 'failed' && world.breaks('a failed job is taken out of the usage'))
    discount(world, job, job.created);
  const isOfAnotherDay = dayOf(job.created) !== dayOf(now(world));
  if (!isOfAnotherDay || !world.breaks('a job that ends after midnight counts for the new day')) return;
  discount(world, job, job.created);
  count(world, job, job.operation, now(world));
}

function isShownFailed({ breaks }: World, { status, operation }: Job): boolean {
  return status === 'failed' && operation === 'makeup.apply' && breaks('a failed makeup job has an output');
}

/** Whether a cancel came too late for this job. */
function isInSpite({ status, wantsCancel }: Job): boolean {
  return wantsCancel && status !== 'cancelled';
}

function isFree({ choice, breaks }: World, job: Job): boolean {
  const { status, wantsCancel } = job;
  if (isInSpite(job) && breaks('a job that ends in spite of a cancel is free')) return true;
  if (status !== 'cancelled') return false;
  return wantsCancel ? choice('late_cancel_billing') === 'not_billed' : !breaks('a cancel refunds nothing');
}

/** Changes a job after its end, which breaks the specification. */
function changeLater({ breaks, clock }: World, job: Job): void {
  if (job.status === 'failed' && breaks('a failure is billed again by night'))
    clock.later(NIGHT, () => {
      job.account.settled -= job.cost;
    });
  if (job.output !== null && breaks('a finished job is touched again'))
    clock.later(5_000, () => {
      job.output = { ...job.output, seen: true };
    });
}
