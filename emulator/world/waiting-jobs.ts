import { accountOf, type Owner } from '../domain/account.ts';
import { isTerminal, type Job } from '../domain/job.ts';
import { replaceJob } from './jobs.ts';
import { schedule } from './timers.ts';
import type { World } from './world.ts';

/**
 * Spec 3: the number of jobs of an account that run at the same time is an open question. Jobs beyond the limit wait
 * until another one ends.
 */
export function waitsForOthers(world: World, { stage, owner }: Job): boolean {
  const { jobs_at_once: limit } = world.settings.readings;
  if (limit === null || stage !== 'queued') return false;
  const others = [...world.state.jobs.values()].filter((job) => job.stage !== 'queued' && !isTerminal(job));
  return others.filter((job) => accountOf(job.owner) === accountOf(owner)).length >= limit;
}

/** Makes a job wait, without a timer of its own. */
export function holdBack(world: World, job: Job): void {
  replaceJob(world, job, { ...job, timer: null });
}

/** Makes all waiting jobs of one account, or of all accounts, try again in the order of submission. */
export function wakeWaiting(world: World, owner?: Owner): void {
  for (const job of [...world.state.jobs.values()]) {
    const isMeant = owner === undefined || accountOf(job.owner) === accountOf(owner);
    if (!isMeant || job.stage !== 'queued' || job.timer !== null || job.holdAt === 'queued') continue;
    replaceJob(world, job, { ...job, timer: schedule(world, world.state.now, 'stage', job.id) });
  }
}
