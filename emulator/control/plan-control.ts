import * as z from 'zod';
import { BadInput, parseInput } from '../domain/bad-input.ts';
import { ControlRefusal } from '../domain/control-refusal.ts';
import { WORKING_STAGES } from '../domain/job.ts';
import type { Outcome, Plan } from '../domain/plan.ts';
import { durationSchema } from '../domain/readings.ts';
import { isSpent } from '../domain/trigger.ts';
import { CONCERNS, ENVIRONMENTS, JOB_ERROR_CODES, OPERATIONS, UNAVAILABLE_REASONS } from '../domain/vocabulary.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { assertAllUsed, unusedPlans } from './assertions.ts';
import { triggerFields, triggerOf } from './trigger-input.ts';

const stopSchema = z.strictObject({ color: z.string(), opacity: z.number().default(1) });

const outcomeSchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('failed'),
    code: z.enum(JOB_ERROR_CODES),
    message: z.string().nullable().default(null),
  }),
  z.strictObject({
    status: z.literal('succeeded'),
    scores: z.partialRecord(z.enum(CONCERNS), z.number()).default({}).describe('instead of those of the seed'),
    unavailable: z.partialRecord(z.enum(CONCERNS), z.enum(UNAVAILABLE_REASONS)).default({}),
    applied: z
      .strictObject({ dark: stopSchema, light: stopSchema })
      .nullable()
      .default(null)
      .describe('the colors that a hair try-on says it applied'),
  }),
]);

/** A script for the jobs that it matches. */
export const planSchema = z.strictObject({
  match: z
    .strictObject({
      operation: z.enum(OPERATIONS).nullable().default(null),
      environment: z.enum(ENVIRONMENTS).nullable().default(null),
      key: z.string().nullable().default(null).describe('the submitting key: its secret or its id'),
      idempotency_key: z.string().nullable().default(null),
      input_digest: z.string().nullable().default(null).describe('SHA-256 of the source image, in hex or base64url'),
    })
    .prefault({}),
  ...triggerFields,
  stages: z
    .strictObject({
      queued: durationSchema,
      picked_up: durationSchema,
      preparing: durationSchema,
      processing: durationSchema,
    })
    .partial()
    .default({})
    .describe('how long the job stays in each stage'),
  hold_at: z.enum(WORKING_STAGES).nullable().default(null).describe('the stage that only a release ends'),
  outcome: outcomeSchema.nullable().default(null).describe('null is what image processing makes of the input'),
});

export type PlanInput = z.input<typeof planSchema>;

export type PlanReport = Pick<Plan, 'id'> & { matched: number; used: number; spent: boolean; plan: unknown };

export type PlanControl = {
  /** Decides the jobs to come that match: the next one, unless told otherwise. Newer plans go before older ones. */
  add(plan: PlanInput): string;
  list(): PlanReport[];
  /** Plans that have decided no job at all. */
  unused(): PlanReport[];
  /** Throws where a plan has decided no job: the test did not do what it prepared for. */
  assertAllUsed(): void;
  remove(id: string): void;
  clear(): void;
};

export function controlPlans(host: WorldHost): PlanControl {
  const list = () => host.world.state.plans.map(reportOf);
  return {
    add: (input) => host.execute('add_plan', { plan: planOf(parseInput('The plan', planSchema, input), host) }).id,
    list,
    unused: () => unusedPlans(list()),
    assertAllUsed: () => assertAllUsed(list()),
    remove: (id) => {
      if (!host.world.state.plans.some((plan) => plan.id === id))
        throw new ControlRefusal(404, `there is no plan ${id}`);
      host.execute('remove_plans', { id });
    },
    clear: () => {
      host.execute('remove_plans', { id: null });
    },
  };
}

export function planOf(input: z.output<typeof planSchema>, host: WorldHost): Omit<Plan, 'id' | 'count'> {
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
    outcome: outcome as Outcome | null,
  };
}

/** The id of a key that is named by its secret or by its id. */
export function keyIdOf(host: WorldHost, name: string, what: string): string {
  const { keys } = host.world.state;
  const key = keys.get(name) ?? [...keys.values()].find(({ id }) => id === name);
  if (key !== undefined) return key.id;
  throw new BadInput(what, [{ path: 'match.key', problem: 'is no key of this world' }]);
}

/** Digests are kept in base64url; tools on the command line print hex. */
function plainDigest(text: string): string {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex').toString('base64url') : text;
}

function reportOf({ id, count, trigger, ...plan }: Plan): PlanReport {
  return { id, matched: count.matched, used: count.hits, spent: isSpent(trigger, count), plan: { ...plan, trigger } };
}
