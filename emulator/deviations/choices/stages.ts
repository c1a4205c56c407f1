import type { Means } from '../deviation.ts';
import { jobs } from '../views.ts';

/** How a job comes to its end: what is shown of it, and what it costs. */
export const STAGE_CHOICES: Readonly<Record<string, Means>> = {
  input_expired_billing: () => ({
    rules: (was) => ({
      settlement: (end, job) => (job?.error?.code === 'INPUT_EXPIRED' ? 'release' : was.settlement(end, job)),
    }),
  }),
  job_expires_at: (when) =>
    when === 'never'
      ? jobs((job) => {
          job.expires_at = null;
        })
      : {},
  job_inputs_name: () =>
    jobs((job) => {
      for (const input of job.inputs) input.asset_id = `${input.asset_id}copy`;
    }),
  error_under_way: () =>
    jobs((job) => {
      if (job.status === 'running') job.error = { code: 'PROCESSING_FAILED', message: 'It is tried again.' };
    }),
  later_time_digits: () =>
    jobs((job) => {
      job.updated_at = inSeconds(job.updated_at);
      job.completed_at &&= inSeconds(job.completed_at);
    }),
  job_inputs_role: () =>
    jobs((job) => {
      for (const input of job.inputs.slice(0, 1)) input.role = 'photo';
    }),
};

function inSeconds(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}
