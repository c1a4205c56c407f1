import * as z from 'zod';
import { WORKING_STAGES } from '../../domain/job.ts';
import { durationSchema } from '../../domain/readings.ts';
import { OPERATIONS } from '../../domain/vocabulary.ts';
import { secretSchema } from './names.ts';
import { outcomeSchema } from './plan.ts';

/** The most that one row makes: a world is there when all of them are done. */
const MOST_JOBS = 10_000;

const cancelledSchema = z
  .strictObject({ status: z.literal('cancelled') })
  .describe('the job was cancelled as soon as it was submitted');

/** Jobs that are there from the start, as a client would have submitted them. */
export const jobSchema = z
  .strictObject({
    operation: z.enum(OPERATIONS).default('makeup.apply').describe('what was asked for'),
    key: secretSchema.optional().describe('the key that has submitted it: the first test key, else the first key'),
    age: durationSchema.prefault('1m').describe('how long ago it was submitted; 0 is at the start of the world'),
    count: z.int().min(1).max(MOST_JOBS).default(1).describe('how many there are'),
    every: durationSchema.prefault('1m').describe('how much older than the one before it each of several is'),
    outcome: z
      .union([outcomeSchema, cancelledSchema])
      .optional()
      .describe('how it ended, or ends when its stage is over; succeeded unless told otherwise'),
    stage: z
      .enum(WORKING_STAGES)
      .optional()
      .describe('the stage that it is in, until a release or a step ends it; finished where none is named'),
    idempotency_key: z.string().min(1).optional().describe('the Idempotency-Key with which it was submitted'),
  })
  .superRefine(({ stage, outcome, count, idempotency_key }, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (stage !== undefined && outcome?.status === 'cancelled') refuse('stage', 'is for a job that was not cancelled');
    if (count > 1 && idempotency_key !== undefined) refuse('idempotency_key', 'names one job, and count says several');
  });

export type JobConfig = z.output<typeof jobSchema>;
