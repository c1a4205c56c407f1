import * as z from 'zod';
import { WORKING_STAGES } from '../../domain/job.ts';
import type { ColorGradient } from '../../domain/submission.ts';
import { FAULT_ERRORS, type Fault } from '../../domain/test-control/fault.ts';
import type { Outcome, Plan, StageDurations } from '../../domain/test-control/plan.ts';
import { PLACES } from '../../domain/values/place.ts';
import { JOB_ERROR_CODES, OPERATIONS, UNAVAILABLE_REASONS } from '../../domain/vocabulary.ts';
import type { Switches } from '../state.ts';
import { concern, count, instant, name, schemaOf, text } from './schema-of.ts';

const colorStop = z.strictObject({ color: text, opacity: z.number() });
export const gradient = schemaOf<ColorGradient>()(z.strictObject({ dark: colorStop, light: colorStop }));

/** At most a century: a later due date would not be a valid date. */
const duration = count.max(36_525 * 86_400_000);
export const stages = schemaOf<StageDurations>()(
  z.strictObject({ queued: duration, picked_up: duration, preparing: duration, processing: duration }),
);

export const outcome = schemaOf<Outcome>()(
  z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('failed'), code: z.enum(JOB_ERROR_CODES), message: text.nullable() }),
    z.strictObject({
      status: z.literal('succeeded'),
      scores: z.partialRecord(concern, z.number()),
      unavailable: z.partialRecord(concern, z.enum(UNAVAILABLE_REASONS)),
      applied: gradient.nullable(),
    }),
  ]),
);

/** The common fields of plans and faults. */
const scripted = {
  id: name,
  place: z.enum(PLACES),
  trigger: z.strictObject({
    nth: count.min(1).nullable(),
    every: count.min(1).nullable(),
    times: count.nullable(),
    between: z.tuple([instant, instant]).nullable(),
  }),
  count: z.strictObject({ matched: count, hits: count }),
};
const wanted = text.nullable();

const some = duration.exactOptional();

const plan = schemaOf<Plan>()(
  z.strictObject({
    ...scripted,
    match: z.strictObject({
      operation: z.enum(OPERATIONS).nullable(),
      environment: z.enum(['live', 'test']).nullable(),
      key: wanted,
      idempotencyKey: wanted,
      inputDigest: wanted,
    }),
    stages: z.strictObject({ queued: some, picked_up: some, preparing: some, processing: some }),
    holdAt: z.enum(WORKING_STAGES).nullable(),
    outcome: outcome.nullable(),
  }),
);

const refusal = { error: z.enum(FAULT_ERRORS), retryAfterSeconds: count.nullable() };
/** In real time, because a caller waits for it. */
const milliseconds = count.max(60_000);
const piece = count.min(1);

const fault = schemaOf<Fault>()(
  z.strictObject({
    ...scripted,
    match: z.strictObject({ route: wanted, method: wanted, key: wanted, environment: wanted }),
    effect: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('error'), ...refusal }),
      z.strictObject({ kind: z.literal('commit_then_error'), ...refusal }),
      z.strictObject({ kind: z.literal('commit_then_drop') }),
      z.strictObject({ kind: z.literal('reset') }),
      z.strictObject({ kind: z.literal('delay'), milliseconds }),
      z.strictObject({ kind: z.literal('truncate'), bytes: count }),
      z.strictObject({ kind: z.literal('dribble'), bytes: piece, milliseconds }),
    ]),
  }),
);

const switches = schemaOf<Switches>()(
  z.strictObject({
    keyStoreUnreadable: z.boolean(),
    ledgerUnreadable: z.boolean(),
    admissionPerMinute: count.nullable(),
    dailyQuota: count.nullable(),
    webhookTimeout: count.nullable(),
  }),
);

/** The fields that a state has once. */
export const values = z.strictObject({ now: instant, switches, plans: z.array(plan), faults: z.array(fault) });
