import { isTerminal } from '../../domain/job.ts';
import { jobById, replaceJob } from '../jobs.ts';
import { unschedule } from '../timers.ts';
import type { World } from '../world.ts';
import { awaitStageEnd, leaveStage } from './leave-stage.ts';

/** Releases a held job: its stage ends when its time is over, at once where it is already. */
export function releaseJob(world: World, { job: id }: { job: string }): void {
  const job = jobById(world, id);
  const released = replaceJob(world, job, { ...job, holdAt: null });
  if (job.holdAt === job.stage && !awaitsPictures(released)) awaitStageEnd(world, released);
}

/** Ends a job's stage now, whatever its time or its hold. */
export function stepJob(world: World, { job: id }: { job: string }): void {
  const job = jobById(world, id);
  if (isTerminal(job)) return;
  unschedule(world, job.timer);
  const hurried = { ...job, timer: null, holdAt: job.holdAt === job.stage ? null : job.holdAt };
  if (awaitsPictures(job)) {
    // The pictures are being made: the job ends when they are.
    replaceJob(world, job, { ...hurried, stages: { ...job.stages, processing: 0 } });
    return;
  }
  leaveStage(world, replaceJob(world, job, hurried));
}

function awaitsPictures({ stage, outcome, processed }: ReturnType<typeof jobById>): boolean {
  return stage === 'processing' && outcome.status === 'succeeded' && processed === null;
}
