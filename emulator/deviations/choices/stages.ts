import type { Means } from '../deviation.ts';
import { decide, jobs } from '../views.ts';

/** How a job ends: what it shows, and what it costs. */
export const STAGE_CHOICES: Readonly<Record<string, Means>> = {
  input_expired_billing: () =>
    decide((was) => ({
      settlement: (end, job) => (job?.error?.code === 'INPUT_EXPIRED' ? 'release' : was.settlement(end, job)),
    })),
  job_retention_from: () => decide({ retentionBegins: (createdAt) => createdAt }),
  job_expires_at: (when) =>
    when === 'never'
      ? jobs((job) => {
          job.expires_at = null;
        })
      : {},
  job_inputs_role: () =>
    jobs((job) => {
      for (const input of job.inputs.slice(0, 1)) input.role = 'photo';
    }),
};
