import * as z from 'zod';
import { WORKING_STAGES } from '../domain/job.ts';
import { durationSchema } from '../domain/readings.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import type { Plan } from '../domain/test-control/plan.ts';
import { isSpent } from '../domain/test-control/trigger.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { placeOf } from '../domain/values/place.ts';
import { CONCERNS, ENVIRONMENTS, JOB_ERROR_CODES, OPERATIONS, UNAVAILABLE_REASONS } from '../domain/vocabulary.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { assertAllUsed, unusedPlans } from './assertions.ts';
import type { PlanReport } from './reports.ts';
import { givenBack } from './schemas/given-back.ts';
import { prependField, triggerFields, triggerOf } from './schemas/trigger-input.ts';

const concern = z.enum(CONCERNS).meta({ title: 'concern' });

const stopSchema = z.strictObject({
  color: z.string().describe('the color, as #RRGGBB'),
  opacity: z.number().default(1).describe('how much of it, 0 to 1'),
});

export const outcomeSchema = z.discriminatedUnion('status', [
  z
    .strictObject({
      status: z.literal('failed'),
      code: z.enum(JOB_ERROR_CODES).describe('error.code of the job'),
      message: z.string().nullable().default(null).describe('error.message of the job; null is the usual one'),
    })
    .describe('the job fails'),
  z
    .strictObject({
      status: z.literal('succeeded'),
      scores: z.partialRecord(concern, z.number()).default({}).describe('instead of those of the seed'),
      unavailable: z
        .partialRecord(concern, z.enum(UNAVAILABLE_REASONS))
        .default({})
        .describe('concerns without a score, and the unavailable_reason of each'),
      applied: z
        .strictObject({ dark: stopSchema.describe('the dark stop'), light: stopSchema.describe('the light stop') })
        .nullable()
        .default(null)
        .describe('the colors that a hair try-on says it applied; null is those that were asked for'),
    })
    .describe('the job succeeds, with these parts of its output in place of its own'),
]);

/** A plan: how the jobs that it matches run and end. */
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
    .describe('which jobs are meant; what is null is not looked at'),
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
    .describe('how long the job stays in each stage; what is not named is as the world has it'),
  hold_at: z.enum(WORKING_STAGES).nullable().default(null).describe('the stage that only a release ends'),
  outcome: outcomeSchema.nullable().default(null).describe('null is what image processing makes of the input'),
});

export const addedPlanSchema = planSchema.extend(prependField);

export type PlanInput = z.input<typeof addedPlanSchema>;

export type PlanControl = {
  /** Adds a plan for future jobs that match: by default for the next one. What a report shows as `plan` is taken too. */
  add(plan: PlanInput | PlanReport['plan']): string;
  /** All plans, in the order in which they are tried. */
  list(): PlanReport[];
  /** Plans that have decided no job at all. */
  unused(): PlanReport[];
  /** Throws where a plan has decided no job, since the test did not do what it prepared. */
  assertAllUsed(): void;
  remove(id: string): void;
  clear(): void;
};

export function controlPlans(host: WorldHost): PlanControl {
  const list = () => host.world.state.plans.map(planReport);
  return {
    add: (input) => {
      const { prepend, ...given } = parseInput('The plan', addedPlanSchema, givenBack(input));
      const plan = planOf(given, host);
      return execute(host, 'add_plan', { plan: { ...plan, place: placeOf(plan.trigger, prepend) } }).id;
    },
    list,
    unused: () => unusedPlans(list()),
    assertAllUsed: () => assertAllUsed(list()),
    remove: (id) => {
      if (!host.world.state.plans.some((plan) => plan.id === id))
        throw new ControlRefusal(404, `there is no plan ${id}`);
      execute(host, 'remove_plans', { id });
    },
    clear: () => {
      execute(host, 'remove_plans', { id: null });
    },
  };
}

export function planOf(input: z.output<typeof planSchema>, host: WorldHost): Omit<Plan, 'id' | 'place' | 'count'> {
  const { match, stages, hold_at, outcome } = input;
  const given = Object.entries(stages).filter(([, duration]) => duration !== undefined);
  return {
    match: {
      operation: match.operation,
      environment: match.environment,
      key: match.key === null ? null : keyIdOf(host, match.key, 'The plan'),
      idempotencyKey: match.idempotency_key,
      inputDigest: match.input_digest === null ? null : plainDigest(match.input_digest),
    },
    trigger: triggerOf(input, 1),
    stages: Object.fromEntries(given),
    holdAt: hold_at,
    outcome,
  };
}

/** The id of a key that is named by its secret or by its id. */
export function keyIdOf(host: WorldHost, name: string, what: string): string {
  const { keys } = host.world.state;
  const key = keys.get(name) ?? [...keys.values()].find(({ id }) => id === name);
  if (key !== undefined) return key.id;
  throw new BadInput(what, [{ path: 'match.key', problem: 'is no key of this world' }]);
}

/** A digest in base64url, from that or from the hex that command-line tools print. */
function plainDigest(text: string): string {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex').toString('base64url') : text;
}

export function planReport({ id, place, count, trigger, ...plan }: Plan): PlanReport {
  const spent = isSpent(trigger, count);
  return { id, place, matched: count.matched, used: count.hits, spent, plan: { ...plan, trigger } };
}
