import { ApiError } from '../../domain/errors.ts';
import { type Job, statusOf } from '../../domain/job.ts';
import { requestCancel } from '../../domain/transitions.ts';
import type { Caller } from '../caller.ts';
import { findJob } from '../find.ts';
import { replaceJob } from '../jobs.ts';
import type { World } from '../world.ts';
import { cancelNow } from './end-job.ts';

export type CancelResult = { settled: boolean; job: Job };

/** Section 3, the rows for cancel. `settled` is a 200: the job is cancelled now, or was cancelled before. */
export function cancelJob(world: World, { caller, job: id }: { caller: Caller; job: string }): CancelResult {
  const job = findJob(world, caller.owner, id);
  switch (world.rules.cancellation(job)) {
    case 'at_once':
      return { settled: true, job: cancelNow(world, job) };
    case 'already':
      return { settled: true, job };
    case 'deferred':
      return { settled: false, job: replaceJob(world, job, requestCancel(job)) };
    case 'too_late': {
      const because = { rule: 'CANCEL-DONE-409', section: '3', compared: { status: statusOf(job) } };
      throw new ApiError('job_not_cancellable', { because });
    }
  }
}
