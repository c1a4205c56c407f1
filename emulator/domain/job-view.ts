import { environmentOf } from './account.ts';
import { isTerminal, type Job, type JobView, statusOf } from './job.ts';
import { digestOf } from './values/digest.ts';
import { toIso } from './values/time.ts';

export type ViewRules = { jobBody: typeof jobBody; jobTag: typeof jobTag };

export function renderJob(job: Omit<Job, 'view'>, showLivemode: boolean, rules: ViewRules): JobView {
  const json = JSON.stringify(rules.jobBody(job, showLivemode));
  return { json, etag: rules.jobTag(json), terminal: isTerminal(job) };
}

/** Quoted, as in JSON: a concatenated string would keep about 100 bytes of its parts alive for each job. */
export function jobTag(json: string): string {
  return JSON.stringify(digestOf(json).slice(0, 22));
}

/** Section 2.2. */
export function jobBody(job: Omit<Job, 'view'>, showLivemode: boolean) {
  return {
    id: job.id,
    operation: job.submission.operation,
    status: statusOf(job),
    created_at: toIso(job.createdAt),
    updated_at: toIso(job.updatedAt),
    completed_at: job.completedAt === null ? null : toIso(job.completedAt),
    expires_at: job.expiresAt === null ? null : toIso(job.expiresAt),
    inputs: job.inputs.map(({ assetId, role }) => ({ asset_id: assetId, role })),
    output: job.output,
    error: job.error,
    ...(showLivemode && { livemode: environmentOf(job.owner) === 'live' }),
  };
}
