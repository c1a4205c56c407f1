import * as z from 'zod';
import { durationSchema } from '../../domain/readings.ts';
import { FAULT_ERRORS, type Fault, type FaultEffect } from '../../domain/test-control/fault.ts';
import { count, text, typed } from '../../domain/values/shapes.ts';
import { ENVIRONMENTS } from '../../domain/vocabulary.ts';
import { placeShape } from './plan.ts';
import { prependField, triggerFields } from './trigger-input.ts';

const errorFields = {
  error: z.enum(FAULT_ERRORS).default('service_unavailable').describe('the refusal, with the message of the service'),
  retry_after: z.int().min(0).nullable().default(1).describe('Retry-After in seconds; null removes it'),
};
const crumb = z.int().min(1).default(1).describe('bytes a piece');
/** Waits are in real time, not the world's time: a minute is long for a test. */
const realTime = durationSchema.refine((milliseconds) => milliseconds <= 60_000, 'must be at most 1m of real time');

export const effectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), ...errorFields }).describe('refused without effect'),
  z
    .strictObject({ kind: z.literal('commit_then_error'), ...errorFields })
    .describe('processed, then answered with an error'),
  z
    .strictObject({ kind: z.literal('commit_then_drop') })
    .describe('processed, then the connection closes without an answer'),
  z.strictObject({ kind: z.literal('reset') }).describe('the connection is reset without effect'),
  z
    .strictObject({ kind: z.literal('delay'), by: realTime.describe('duration in real time') })
    .describe('delays the request'),
  z
    .strictObject({ kind: z.literal('truncate'), bytes: z.int().min(0).default(1).describe('bytes that are sent') })
    .describe('the body is cut off'),
  z
    .strictObject({
      kind: z.literal('dribble'),
      bytes: crumb,
      every: realTime.prefault('10ms').describe('time between pieces, in real time'),
    })
    .describe('the body arrives slowly'),
]);

export const faultSchema = z.strictObject({
  match: z
    .strictObject({
      route: z.string().nullable().default(null).describe('as POST /v1/jobs/:id/cancel'),
      method: z.enum(['GET', 'POST', 'DELETE']).nullable().default(null).describe('the method of the request'),
      key: z.string().nullable().default(null).describe('the key of the request: its secret or its id'),
      environment: z.enum(ENVIRONMENTS).nullable().default(null).describe('the environment of the key'),
    })
    .prefault({})
    .describe('which requests it applies to; null matches everything'),
  ...triggerFields,
  effect: effectSchema.describe('what happens to these requests'),
});

export const addedFaultSchema = faultSchema.extend(prependField);

export type FaultInput = z.input<typeof addedFaultSchema>;

export const faultShape = () =>
  z
    .strictObject({
      id: text().describe('its id'),
      effect: typed<FaultEffect>(z.looseObject({ kind: text().describe('its kind') })).describe('what it does'),
      place: placeShape(),
      matched: count().describe('number of matched requests'),
      hits: count().describe('number of affected requests'),
      spent: z.boolean().describe('whether it is used up'),
      fault: typed<Pick<Fault, 'match' | 'trigger'> & { effect: object }>(z.unknown()).describe(
        'which requests it matches, when, and what it does',
      ),
    })
    .meta({ title: 'FaultReport' });

export interface FaultReport extends z.output<ReturnType<typeof faultShape>> {}
