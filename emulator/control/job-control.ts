import type * as z from 'zod';
import { accountOf, environmentOf } from '../domain/account.ts';
import { type Job, statusOf } from '../domain/job.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { parseInput, refuseUndefinedAccount } from '../domain/values/bad-input.ts';
import { toIso } from '../domain/values/time.ts';
import { settle } from '../runtime/advance.ts';
import { execute, nowIn, type WorldHost } from '../runtime/world-host.ts';
import { WorkFailed } from '../world/work-failed.ts';
import { type JobFilterInput, type JobReport, jobFilterSchema } from './schemas/job.ts';

export type JobControl = {
  read(id: string): JobReport;
  /** Matching jobs, oldest first; with a `limit` the newest of them. */
  list(filter?: JobFilterInput): JobReport[];
  /** Ends the stage of a job now. */
  step(id: string): Promise<JobReport>;
  /** Releases a held job; its stage ends after its regular duration. */
  release(id: string): Promise<JobReport>;
};

export function controlJobs(host: WorldHost): JobControl {
  const steer = async (verb: 'step_job' | 'release_job', id: string) => {
    requireJob(host, id);
    try {
      execute(host, verb, { job: id });
    } catch (error) {
      throw new WorkFailed(`${verb} of ${id}`, nowIn(host), error);
    }
    await settle(host);
    return reportOf(requireJob(host, id));
  };
  return {
    read: (id) => reportOf(requireJob(host, id)),
    list: (input = {}) => {
      refuseUndefinedAccount('The filter', Object(input));
      return listJobs(host, parseInput('The filter', jobFilterSchema, input)).map(reportOf);
    },
    step: (id) => steer('step_job', id),
    release: (id) => steer('release_job', id),
  };
}

export function requireJob(host: WorldHost, id: string): Job {
  nowIn(host);
  const job = host.world.state.jobs.get(id);
  if (job === undefined) throw new ControlRefusal(404, `there is no job ${id} in the world ${host.name}`);
  return job;
}

function listJobs(host: WorldHost, { limit, before, ...wanted }: z.output<typeof jobFilterSchema>): Job[] {
  nowIn(host);
  const all = [...host.world.state.jobs.values()];
  const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before);
  if (end === -1) throw new ControlRefusal(404, `there is no job ${before} in the world ${host.name}`);
  const found: Job[] = [];
  for (let index = end - 1; index >= 0 && found.length < (limit ?? all.length); index -= 1) {
    const job = all[index];
    if (job !== undefined && isWanted(job, wanted)) found.push(job);
  }
  return found.reverse();
}

function isWanted(
  job: Job,
  { status, operation, environment, account }: Omit<z.output<typeof jobFilterSchema>, 'limit' | 'before'>,
): boolean {
  return (
    (status === undefined || statusOf(job) === status) &&
    (operation === undefined || job.submission.operation === operation) &&
    (environment === undefined || environmentOf(job.owner) === environment) &&
    (account === undefined || accountOf(job.owner) === account)
  );
}

export function reportOf(job: Job): JobReport {
  const { id, owner, stage, holdAt, cancelRequested, submission, createdAt, updatedAt, completedAt } = job;
  return {
    id,
    status: statusOf(job),
    stage,
    held: holdAt === stage,
    cancel_requested: cancelRequested,
    operation: submission.operation,
    account: accountOf(owner),
    environment: environmentOf(owner),
    created_at: toIso(createdAt),
    updated_at: toIso(updatedAt),
    completed_at: completedAt === null ? null : toIso(completedAt),
  };
}
