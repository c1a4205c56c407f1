import { environmentOf } from '../domain/account.ts';
import { type Job, type Stage, statusOf } from '../domain/job.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import type { Environment, JobStatus } from '../domain/vocabulary.ts';
import { settle } from '../runtime/advance.ts';
import { execute, nowIn, type WorldHost } from '../runtime/world-host.ts';
import { WorkFailed } from '../world/work-failed.ts';

export type JobReport = {
  id: string;
  /** That of the key which submitted it. */
  environment: Environment;
  status: JobStatus;
  /** The stage, which `/v1` does not show. */
  stage: Stage;
  /** Whether only a release or a step ends this stage. */
  held: boolean;
  cancel_requested: boolean;
};

export type JobControl = {
  read(id: string): JobReport;
  list(): JobReport[];
  /** Ends the stage of a job now. */
  step(id: string): Promise<JobReport>;
  /** Releases a held job; its stage lasts as long as its duration says. */
  release(id: string): Promise<JobReport>;
};

export function controlJobs(host: WorldHost): JobControl {
  const find = (id: string): Job => {
    nowIn(host);
    const job = host.world.state.jobs.get(id);
    if (job === undefined) throw new ControlRefusal(404, `there is no job ${id} in the world ${host.name}`);
    return job;
  };
  const steer = async (verb: 'step_job' | 'release_job', id: string) => {
    find(id);
    try {
      execute(host, verb, { job: id });
    } catch (error) {
      throw new WorkFailed(`${verb} of ${id}`, nowIn(host), error);
    }
    await settle(host);
    return reportOf(find(id));
  };
  return {
    read: (id) => reportOf(find(id)),
    list: () => [...host.world.state.jobs.values()].map(reportOf),
    step: (id) => steer('step_job', id),
    release: (id) => steer('release_job', id),
  };
}

function reportOf(job: Job): JobReport {
  const { id, stage, holdAt, cancelRequested } = job;
  const held = holdAt === stage;
  return {
    id,
    environment: environmentOf(job.owner),
    status: statusOf(job),
    stage,
    held,
    cancel_requested: cancelRequested,
  };
}
