import * as z from 'zod';
import { WORKING_STAGES } from '../../domain/job.ts';
import { durationSchema } from '../../domain/readings.ts';
import type { Plan } from '../../domain/test-control/plan.ts';
import { PLACES } from '../../domain/values/place.ts';
import { count, text, typed } from '../../domain/values/shapes.ts';
import { CONCERNS, ENVIRONMENTS, JOB_ERROR_CODES, OPERATIONS, UNAVAILABLE_REASONS } from '../../domain/vocabulary.ts';
import { prependField, triggerFields } from './trigger-input.ts';

const concern = z.enum(CONCERNS).meta({ title: 'concern' });

const stopSchema = z.strictObject({
  color: z.string().describe('the color, as #RRGGBB'),
  opacity: z.number().default(1).describe('opacity, 0 to 1'),
});

export const outcomeSchema = z.discriminatedUnion('status', [
  z
    .strictObject({
      status: z.literal('failed'),
      code: z.enum(JOB_ERROR_CODES).describe('error.code of the job'),
      message: z.string().nullable().default(null).describe('error.message of the job; null: the default message'),
    })
    .describe('the job fails'),
  z
    .strictObject({
      status: z.literal('succeeded'),
      scores: z.partialRecord(concern, z.number()).default({}).describe('scores that replace those of the seed'),
      unavailable: z
        .partialRecord(concern, z.enum(UNAVAILABLE_REASONS))
        .default({})
        .describe('concerns without a score, and the unavailable_reason of each'),
      applied: z
        .strictObject({ dark: stopSchema.describe('the dark stop'), light: stopSchema.describe('the light stop') })
        .nullable()
        .default(null)
        .describe('the colors that a hair try-on reports; null: the requested ones'),
    })
    .describe('the job succeeds whatever its picture shows, with these parts in its output'),
]);

export const planSchema = z.strictObject({
  match: z
    .strictObject({
      operation: z.enum(OPERATIONS).nullable().default(null).describe('the operation of the job'),
      environment: z.enum(ENVIRONMENTS).nullable().default(null).describe('the environment of the submitting key'),
      key: z.string().nullable().default(null).describe('the submitting key: its secret or its id'),
      idempotency_key: z.string().nullable().default(null).describe('the Idempotency-Key of the submission'),
      input_digest: z
        .string()
        .regex(/^(?:[0-9a-fA-F]{64}|[A-Za-z0-9_-]{43})$/, 'must be a SHA-256 in hex (64 digits) or base64url (43)')
        .nullable()
        .default(null)
        .describe('SHA-256 of the source image, in hex or base64url'),
    })
    .prefault({})
    .describe('which jobs it applies to; null matches everything'),
  ...triggerFields,
  stages: z
    .strictObject({
      queued: durationSchema.describe('until the job is picked up'),
      picked_up: durationSchema.describe('picked up, still queued'),
      preparing: durationSchema.describe('running, not processing yet'),
      processing: durationSchema.describe('processing'),
    })
    .partial()
    .prefault({})
    .describe('duration of each stage; the others are as in the world'),
  hold_at: z
    .enum(WORKING_STAGES)
    .nullable()
    .default(null)
    .describe('the stage in which the job is held until a release'),
  outcome: outcomeSchema.nullable().default(null).describe('null: image processing decides'),
});

export const addedPlanSchema = planSchema.extend(prependField);

export type PlanInput = z.input<typeof addedPlanSchema>;

export const planShape = () =>
  z
    .strictObject({
      id: text().describe('its id'),
      place: placeShape(),
      matched: count().describe('number of matched jobs'),
      used: count().describe('number of jobs that it applied to'),
      overruled: z
        .array(text())
        .describe(
          'jobs that do not end as its outcome says: cancelled, too late, or without bytes that can be decoded',
        ),
      spent: z.boolean().describe('whether it is used up'),
      plan: typed<Omit<Plan, 'id' | 'place' | 'count'>>(z.unknown()).describe('the plan itself'),
    })
    .meta({ title: 'PlanReport' });

export const placeShape = () => z.enum(PLACES).describe('its position in the order of plans');

export interface PlanReport extends z.output<ReturnType<typeof planShape>> {}
