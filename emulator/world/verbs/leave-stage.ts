import { isTerminal, type Job, type WorkingStage } from '../../domain/job.ts';
import { moveOn } from '../../domain/transitions.ts';
import { put } from '../../domain/values/undo.ts';
import type { JobErrorCode } from '../../domain/vocabulary.ts';
import { replaceJob } from '../jobs.ts';
import { captureAt } from '../ledger.ts';
import { schedule } from '../timers.ts';
import { nextSerial, type World } from '../world.ts';
import { cancelNow, failNow, succeedNow } from './end-job.ts';

/** Section 3: ends a stage. The job enters the next one, ends, or is cancelled if a cancel waited for this boundary. */
export function leaveStage(world: World, job: Job): void {
  if (isTerminal(job)) throw new Error(`${job.id} has ended, but its stage timer fired`);
  const from = job.stage as WorkingStage;
  if (from === 'processing') {
    finish(world, job);
    return;
  }
  if (world.rules.atBoundary(job, from) === 'cancel') {
    cancelNow(world, job);
    return;
  }
  const { now } = world.state;
  const next = moveOn(job, from, now);
  const charge = captureAt(world, job, next.stage === 'processing' ? 'processing' : 'pick_up');
  const isNoted = world.settings.readings.updated_at === 'stage';
  const isProcessing = next.stage === 'processing';
  const timer = isProcessing ? null : timerOfStage(world, next);
  const moved = replaceJob(world, job, { ...next, charge, timer, updatedAt: isNoted ? now : next.updatedAt });
  if (isProcessing) beginProcessing(world, moved);
}

/**
 * Schedules the end of the current stage of a job, not before the current instant; a held job waits for its release.
 */
export function awaitStageEnd(world: World, job: Job): void {
  replaceJob(world, job, { ...job, timer: timerOfStage(world, job) });
}

function timerOfStage(world: World, { id, stage, stageSince, stages, holdAt }: Job): number | null {
  const due = Math.max(world.state.now, stageSince + stages[stage as WorkingStage]);
  return holdAt === stage ? null : schedule(world, due, 'stage', id);
}

/** Requests the pictures at the start of processing. The processing time begins when they are made. */
function beginProcessing(world: World, job: Job): void {
  const inputs = job.inputs.map(({ assetId }) => world.state.assets.get(assetId) ?? null);
  if (!world.rules.inputIsKept(job, inputs)) {
    // Reading 30: the retention of the input passed while the job waited.
    failBecause(world, job, 'INPUT_EXPIRED');
    return;
  }
  if (job.outcome.status === 'failed') {
    awaitStageEnd(world, job);
    return;
  }
  const serial = nextSerial(world, 'effect');
  put(world.state.effects, serial, { serial, kind: 'process', job: job.id });
}

const FAILURE_MESSAGE = {
  INPUT_UNPROCESSABLE: 'The input could not be processed as a face image.',
  INPUT_EXPIRED: 'The input image was no longer kept.',
  PROCESSING_FAILED: 'The processing failed.',
};

/** Ends a job that cannot continue. */
export function failBecause(world: World, job: Job, code: JobErrorCode, decidedBy?: 'timeout'): void {
  const failed = failing(job, { code, message: null });
  failNow(world, decidedBy === undefined ? failed : { ...failed, decidedBy }, { code, message: FAILURE_MESSAGE[code] });
}

/** A job that fails for a reason other than its plan or a magic image. */
export function failing({ decidedBy: _, ...job }: Job, failure: { code: JobErrorCode; message: string | null }): Job {
  return { ...job, outcome: { status: 'failed', ...failure } };
}

function finish(world: World, job: Job): void {
  if (job.outcome.status === 'failed') {
    const { code, message } = job.outcome;
    failNow(world, job, { code, message: message ?? FAILURE_MESSAGE[code] });
    return;
  }
  if (job.processed === null) throw new Error(`${job.id} finished before its pictures were there`);
  succeedNow(world, job, job.processed, job.outcome);
}
