import * as z from 'zod';
import { parseInput } from '../domain/bad-input.ts';
import type { Outcome, Plan } from '../domain/plan.ts';
import { durationSchema } from '../domain/readings.ts';
import { CONCERNS, ENVIRONMENTS, JOB_ERROR_CODES, OPERATIONS, UNAVAILABLE_REASONS } from '../domain/vocabulary.ts';
import type { WorldHost } from '../runtime/world-host.ts';

const outcomeSchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('failed'),
    code: z.enum(JOB_ERROR_CODES),
    message: z.string().nullable().default(null),
  }),
  z.strictObject({
    status: z.literal('succeeded'),
    scores: z.partialRecord(z.enum(CONCERNS), z.number()).default({}),
    unavailable: z.partialRecord(z.enum(CONCERNS), z.enum(UNAVAILABLE_REASONS)).default({}),
  }),
]);

/** A script for the jobs that it matches. */
export const planSchema = z.strictObject({
  match: z
    .strictObject({
      operation: z.enum(OPERATIONS).nullable().default(null),
      environment: z.enum(ENVIRONMENTS).nullable().default(null),
      idempotency_key: z.string().nullable().default(null),
    })
    .prefault({}),
  times: z.int().min(1).nullable().default(1).describe('how many jobs it decides; null is every one'),
  stages: z
    .strictObject({
      queued: durationSchema,
      picked_up: durationSchema,
      preparing: durationSchema,
      processing: durationSchema,
    })
    .partial()
    .default({}),
  outcome: outcomeSchema.nullable().default(null),
});

export type PlanInput = z.input<typeof planSchema>;

export type PlanControl = {
  /** Decides the next jobs that match; a newer plan goes before an older one. Gives the plan's id. */
  add(plan: PlanInput): string;
};

export function controlPlans(host: WorldHost): PlanControl {
  return { add: (input) => host.execute('add_plan', { plan: planOf(parseInput('The plan', planSchema, input)) }).id };
}

function planOf({ match, times, stages, outcome }: z.output<typeof planSchema>): Omit<Plan, 'id'> {
  const { operation, environment, idempotency_key } = match;
  const given = Object.entries(stages).filter(([, duration]) => duration !== undefined);
  return {
    match: { operation, environment, idempotencyKey: idempotency_key },
    remaining: times,
    stages: Object.fromEntries(given),
    outcome: outcome as Outcome | null,
  };
}
