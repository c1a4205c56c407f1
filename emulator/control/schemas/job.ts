import * as z from 'zod';
import { WORKING_STAGES } from '../../domain/job.ts';
import { instant, text } from '../../domain/values/shapes.ts';
import { ENVIRONMENTS, JOB_STATUSES, OPERATIONS } from '../../domain/vocabulary.ts';
import { pageFields } from './names.ts';

export const jobFilterSchema = z
  .strictObject({
    status: z.enum(JOB_STATUSES).describe('what the API shows'),
    operation: z.enum(OPERATIONS).describe('the operation'),
    environment: z.enum(ENVIRONMENTS).describe('the environment of the submitting key'),
    account: z.string().describe('the account that owns it'),
    before: z.string().describe('the id of a job: only those that were submitted before it'),
    ...pageFields,
  })
  .partial();

export type JobFilterInput = z.input<typeof jobFilterSchema>;

export const jobShape = () =>
  z
    .strictObject({
      id: text().describe('its id'),
      status: z.enum(JOB_STATUSES).describe('what the API shows'),
      stage: z
        .enum([...WORKING_STAGES, 'succeeded', 'failed', 'cancelled'])
        .describe('the internal stage, which the API does not show'),
      held: z.boolean().describe('whether it is held until a release or a step'),
      environment: z.enum(ENVIRONMENTS).describe('environment of the submitting key'),
      cancel_requested: z.boolean().describe('whether it will be cancelled at the end of this stage'),
      operation: z.enum(OPERATIONS).describe('what it does'),
      account: text().describe('the account that owns it'),
      created_at: instant().describe('when it was submitted'),
      updated_at: instant().describe('time of the last change'),
      completed_at: instant().nullable().describe('when it ended; null until then'),
    })
    .meta({ title: 'JobReport' });

export interface JobReport extends z.output<ReturnType<typeof jobShape>> {}
