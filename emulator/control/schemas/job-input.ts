import * as z from 'zod';
import { WORKING_STAGES } from '../../domain/job.ts';
import { durationSchema } from '../../domain/readings.ts';
import { OPERATIONS } from '../../domain/vocabulary.ts';
import { secretSchema } from './names.ts';
import { outcomeSchema } from './plan.ts';

/** The maximum that one row creates, because a world is ready only when all of them exist. */
const MOST_JOBS = 10_000;

const cancelledSchema = z
  .strictObject({ status: z.literal('cancelled') })
  .describe('the job was cancelled as soon as it was submitted');

/** Jobs that exist from the start, as if a client had submitted them. */
export const jobSchema = z
  .strictObject({
    operation: z.enum(OPERATIONS).default('makeup.apply').describe('what was asked for'),
    key: secretSchema.optional().describe('the submitting key; by default the first test key, otherwise the first key'),
    age: durationSchema.prefault('1m').describe('age of the job; 0 means submitted at the start of the world'),
    count: z.int().min(1).max(MOST_JOBS).default(1).describe('number of jobs'),
    every: durationSchema.prefault('1m').describe('time between two of the jobs'),
    outcome: z.union([outcomeSchema, cancelledSchema]).optional().describe('its outcome; succeeded by default'),
    stage: z.enum(WORKING_STAGES).optional().describe('the stage in which it is held; finished by default'),
    idempotency_key: z.string().min(1).optional().describe('the Idempotency-Key with which it was submitted'),
  })
  .superRefine(({ stage, outcome, count, idempotency_key }, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (stage !== undefined && outcome?.status === 'cancelled')
      refuse('stage', 'cannot be combined with a cancelled job');
    if (count > 1 && idempotency_key !== undefined)
      refuse('idempotency_key', 'names one job, but count is larger than 1');
  });

export type JobConfig = z.output<typeof jobSchema>;
