import { describe, expect, it } from 'vitest';
import type { jobBody } from './domain/job-view.ts';
import type { JobOutput as MadeOutput } from './domain/output.ts';
import type { Asset, CreditBalance, ErrorBody, Job, JobOutput, Page } from './index.ts';
import { emulatorFor } from './testing/client.ts';
import type { balanceBody } from './world/reports.ts';

/** The compiler checks that the emulator's own types match the published ones. */
const PROMISED: {
  job(made: ReturnType<typeof jobBody>): Job;
  output(made: MadeOutput): JobOutput;
  balance(made: Omit<ReturnType<typeof balanceBody>, 'object'>): CreditBalance;
} = { job: (made) => ({ ...made, inputs: [...made.inputs] }), output: (made) => made, balance: (made) => made };

describe('the types of the service’s bodies', () => {
  it('match the types that a test reads', async () => {
    expect(Object.keys(PROMISED)).toHaveLength(3);
    const { client } = await emulatorFor({ clock: 'frozen', jobs: [{ operation: 'hair.try_on' }] });
    const jobs: Page<Job> = (await client.get('/v1/jobs')).body;
    const output = jobs.data[0]?.output;
    expect(output?.type === 'hair.try_on' && output.applied.color_gradient.dark.color).toBe('#3b1a6e');
    const assets: Page<Asset> = (await client.get('/v1/assets?purpose=result')).body;
    expect(output?.type === 'hair.try_on' && output.image.id).toBe(assets.data[0]?.id);
    const refused: ErrorBody = (await client.get('/v1/jobs/job_none')).body;
    expect(refused.error.code).toBe('JOB_NOT_FOUND');
    const balance: CreditBalance = (await client.get('/v1/credits/balance')).body;
    expect(balance.unit_costs['hair.try_on']).toBe(2);
  });
});
