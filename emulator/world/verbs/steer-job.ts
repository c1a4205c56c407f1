import { isTerminal } from '../../domain/job.ts';
import { jobById, replaceJob } from '../jobs.ts';
import { unschedule } from '../timers.ts';
import type { World } from '../world.ts';
import { awaitStageEnd, leaveStage } from './leave-stage.ts';

/** Releases a held job: its stage ends when its time is over, or at once if it already is. */
export function releaseJob(world: World, { job: id }: { job: string }): void {
  const job = jobById(world, id);
  const released = replaceJob(world, job, { ...job, holdAt: null });
  if (job.holdAt === job.stage && !awaitsPictures(released)) awaitStageEnd(world, released);
}

/** Ends the stage of a job now, regardless of its time or a hold. */
export function stepJob(world: World, { job: id }: { job: string }): void {
  const job = jobById(world, id);
  if (isTerminal(job)) return;
  unschedule(world, job.timer);
  const hurried = { ...job, timer: null, holdAt: job.holdAt === job.stage ? null : job.holdAt };
  if (awaitsPictures(job)) {
    // The pictures are still being made; the job ends when they are ready.
    replaceJob(world, job, { ...hurried, stages: { ...job.stages, processing: 0 } });
    return;
  }
  leaveStage(world, replaceJob(world, job, hurried));
}

function awaitsPictures({ stage, outcome, processed }: ReturnType<typeof jobById>): boolean {
  return stage === 'processing' && outcome.status === 'succeeded' && processed === null;
}
