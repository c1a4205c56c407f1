import { ApiError } from '../../domain/errors.ts';
import { type Job, statusOf } from '../../domain/job.ts';
import { eraseAsset } from '../assets.ts';
import type { Caller } from '../caller.ts';
import { findJobOrTombstone } from '../find.ts';
import { eraseJob } from '../jobs.ts';
import { giveUnitsBack } from '../ledger.ts';
import type { World } from '../world.ts';

/** Section 3, the rows for delete. A repeated delete gets the same answer as the first. */
export function deleteJob(world: World, { caller, job: id }: { caller: Caller; job: string }): void {
  const job = findJobOrTombstone(world, caller.owner, id);
  if ('cause' in job) return;
  if (world.rules.jobDeletion(job) === 'in_progress') {
    const because = { rule: 'JOB-IN-PROGRESS-409', section: '3', compared: { status: statusOf(job) } };
    throw new ApiError('job_in_progress', { because });
  }
  if (world.rules.deletionGivesUnitsBack(job)) giveUnitsBack(world, job);
  eraseJob(world, job, 'deleted');
  if (world.rules.inputsGoWithJob()) eraseUnusedInputs(world, job);
}

/** Also erases the inputs of a deleted job if no other job refers to them. */
function eraseUnusedInputs(world: World, { inputs }: Job): void {
  const { jobs, assets } = world.state;
  for (const { assetId } of inputs) {
    const asset = assets.get(assetId);
    const isUsed = [...jobs.values()].some((other) => other.inputs.some((input) => input.assetId === assetId));
    if (asset !== undefined && !isUsed) eraseAsset(world, asset, 'deleted');
  }
}
