import * as z from 'zod';
import { WORKING_STAGES } from '../../domain/job.ts';
import { ENVIRONMENTS, FEATURES, JOB_STATUSES } from '../../domain/vocabulary.ts';
import { DELIVERY_STATES } from '../../domain/webhook.ts';
import { balanceShape, clockShape, instant, jobShape } from '../schemas/answer-shapes.ts';
import type { AgendaRow, AttemptRequest, LedgerRow, SummaryReport } from './reports.ts';

/** What is answered to a person who looks at a world, for the OpenAPI document. */

const text = () => z.string();
const count = () => z.int().min(0);
const TIMERS = [
  'stage',
  'asset-expiry',
  'snapshot-expiry',
  'job-expiry',
  'job-timeout',
  'delivery',
  'disabling',
] as const;

export function summaryShape() {
  return z
    .strictObject({
      clock: clockShape().describe('its clock'),
      jobs: z.record(z.enum(JOB_STATUSES), count()).describe('how many jobs it has, by status'),
      deliveries: z
        .record(z.enum(DELIVERY_STATES), count())
        .describe('how many deliveries it has, by what became of them'),
      exchanges: count().describe('the serial of the newest exchange'),
      findings: count().describe('how often the client did something wrong'),
      next_due: instant().nullable().describe('when the next work falls due; null where none does'),
    })
    .meta({ title: 'SummaryReport' }) satisfies z.ZodType<SummaryReport>;
}

export function agendaShape() {
  return z
    .strictObject({
      at: instant().describe('when it is due'),
      kind: z.enum(TIMERS).describe('what is done then'),
      ref: text().describe('the id of what it is done to'),
    })
    .meta({ title: 'AgendaRow' }) satisfies z.ZodType<AgendaRow>;
}

export function storyShape() {
  const picture = z.strictObject({
    name: text().describe('its name in /jobs/:id/pictures/:name'),
    role: text().describe('what it is to the job'),
    media_type: text().nullable().describe('its type, where it is known without a look'),
    width: count().describe('pixels'),
    height: count().describe('pixels'),
  });
  const charge = z.strictObject({
    units: count().describe('how many units'),
    state: z.enum(['held', 'captured', 'released']).describe('what became of them'),
  });
  return jobShape()
    .extend({
      body: z.unknown().describe('what a read of it answers'),
      etag: text().describe('the ETag of that'),
      idempotency_key: text().nullable().describe('the Idempotency-Key of its submission'),
      pictures: z.array(picture).describe('its pictures that are still there'),
      stages: z.record(z.enum(WORKING_STAGES), z.number()).describe('how long each stage lasts, in milliseconds'),
      stage_since: instant().describe('when its stage began'),
      hold_at: z.enum(WORKING_STAGES).nullable().describe('the stage that only a release or a step ends'),
      decided_by: z
        .strictObject({
          by: z.enum(['plan', 'magic_image', 'input']).describe('a plan, a magic image, or what its input is like'),
          plan: text().nullable().describe('the id of the plan'),
        })
        .describe('what decided how it ends'),
      outcome: z.record(z.string(), z.unknown()).describe('how it ends, in the words of a plan'),
      charge: charge.nullable().describe('what it costs; null where nothing is charged'),
    })
    .meta({ title: 'JobStory' });
}

export function accountStoryShape() {
  const key = z.strictObject({
    id: text().describe('its id'),
    secret: text().describe('what clients send'),
    environment: z.enum(ENVIRONMENTS).describe('its environment'),
    scopes: z.array(z.string()).describe('the products that it may submit, cancel and delete'),
    usable: z.boolean().describe('whether it is neither revoked nor expired, nor its account disabled'),
    networks: z.array(z.string()).nullable().describe('where it may be used from; null is everywhere'),
  });
  return z
    .strictObject({
      id: text().describe('its id'),
      disabled: z.boolean().describe('whether all of its keys are unusable'),
      webhooks: z.boolean().describe('whether anything is sent for it'),
      features: z
        .record(z.enum(ENVIRONMENTS), z.record(z.enum(FEATURES), z.boolean()))
        .describe('what is enabled, by environment'),
      balance: balanceShape().describe('its credits'),
      keys: z.array(key).describe('its keys'),
    })
    .meta({ title: 'AccountStory' });
}

export function ledgerShape() {
  return z
    .strictObject({
      at: instant().nullable().describe('when it was; null of the first row'),
      kind: z.enum(['opening', 'hold', 'capture', 'release']).describe('what happened'),
      units: z.int().describe('how many units'),
      job: text().nullable().describe('the job'),
      settled: z.int().describe('settled units afterwards'),
      held: z.int().describe('held units afterwards'),
      available: z.int().describe('settled minus held'),
    })
    .meta({ title: 'LedgerRow' }) satisfies z.ZodType<LedgerRow>;
}

export function requestShape() {
  const signature = z.strictObject({
    value: text().describe('the hex digits of v1'),
    secret: z.enum(['present', 'previous']).nullable().describe('the secret of which it is right; null of none'),
  });
  return z
    .strictObject({
      url: text().describe('where it went'),
      headers: z.record(z.string(), z.string()).describe('its headers'),
      body: text().describe('its raw body'),
      base_string: text().describe('what was signed'),
      signatures: z.array(signature).describe('the signatures of its header'),
    })
    .meta({ title: 'AttemptRequest' }) satisfies z.ZodType<AttemptRequest>;
}
