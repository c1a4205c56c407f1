import * as z from 'zod';
import type { Charge } from '../../domain/credits.ts';
import { WORKING_STAGES } from '../../domain/job.ts';
import type { Outcome } from '../../domain/test-control/plan.ts';
import { count, instant, text, typed } from '../../domain/values/shapes.ts';
import { ENVIRONMENTS, JOB_STATUSES } from '../../domain/vocabulary.ts';
import { DELIVERY_STATES } from '../../domain/webhook.ts';
import { accountShape, balanceShape } from '../schemas/account-shapes.ts';
import { type ClockReport, clockShape } from '../schemas/clock.ts';
import { jobShape } from '../schemas/job.ts';
import { pageFields } from '../schemas/names.ts';

/** What calls take and answer that show a world to a person. */

export const agendaSchema = z.strictObject({ limit: pageFields.limit.prefault(100).describe('so many at most') });

export const deliveryFilterSchema = z
  .strictObject({
    id: z.string().describe('its id'),
    endpoint: z.string().describe('the id of its endpoint'),
    job: z.string().describe('the id of the job that it tells of'),
    ...pageFields,
  })
  .partial();

export const ledgerSchema = z.strictObject(pageFields);

export type LedgerInput = z.input<typeof ledgerSchema>;
export type AgendaInput = z.input<typeof agendaSchema>;
export type DeliveryFilterInput = z.input<typeof deliveryFilterSchema>;

export const summaryShape = () =>
  z
    .strictObject({
      clock: typed<ClockReport>(clockShape()).describe('its clock'),
      jobs: z.record(z.enum(JOB_STATUSES), count()).describe('how many jobs it has, by status'),
      deliveries: z
        .record(z.enum(DELIVERY_STATES), count())
        .describe('how many deliveries it has, by what became of them'),
      exchanges: count().describe('the serial of the newest exchange'),
      findings: count().describe('how often the client did something wrong'),
      next_due: instant().nullable().describe('when the next work falls due; null where none does'),
    })
    .meta({ title: 'SummaryReport' });

const TIMERS = [
  'stage',
  'asset-expiry',
  'snapshot-expiry',
  'job-expiry',
  'job-timeout',
  'delivery',
  'disabling',
] as const;

export const agendaShape = () =>
  z
    .strictObject({
      at: instant().describe('when it is due'),
      kind: z.enum(TIMERS).describe('what is done then'),
      ref: text().describe('the id of what it is done to'),
    })
    .meta({ title: 'AgendaRow' });

const picture = () =>
  z.strictObject({
    name: text().describe('its name in /jobs/:id/pictures/:name'),
    role: text().describe('what it is to the job'),
    media_type: text().nullable().describe('its type, where it is known without a look'),
    width: count().describe('pixels'),
    height: count().describe('pixels'),
  });

const charge = () =>
  z.strictObject({
    units: count().describe('how many units'),
    state: z.enum(['held', 'captured', 'released']).describe('what became of them'),
  }) satisfies z.ZodType<Charge>;

const stage = () => z.enum(WORKING_STAGES);

export const storyShape = () =>
  jobShape()
    .extend({
      body: z.unknown().describe('what a read of it answers'),
      etag: text().describe('the ETag of that'),
      idempotency_key: text().nullable().describe('the Idempotency-Key of its submission'),
      pictures: z.array(picture()).describe('its pictures that are still there'),
      stages: z.record(stage(), z.number()).describe('how long each stage lasts, in milliseconds'),
      stage_since: instant().describe('when its stage began'),
      hold_at: stage().nullable().describe('the stage that only a release or a step ends'),
      decided_by: z
        .strictObject({
          by: z.enum(['plan', 'magic_image', 'input']).describe('a plan, a magic image, or what its input is like'),
          plan: text().nullable().describe('the id of the plan'),
        })
        .describe('what decided how it ends'),
      outcome: typed<Outcome>(z.record(z.string(), z.unknown())).describe('how it ends, in the words of a plan'),
      charge: charge().nullable().describe('what it costs; null where nothing is charged'),
    })
    .meta({ title: 'JobStory' });

const keyStory = () =>
  z.strictObject({
    id: text().describe('its id'),
    secret: text().describe('what clients send'),
    environment: z.enum(ENVIRONMENTS).describe('its environment'),
    scopes: z.array(text()).describe('the products that it may submit, cancel and delete'),
    usable: z.boolean().describe('whether it is neither revoked nor expired, nor its account disabled'),
    networks: z.array(text()).nullable().describe('where it may be used from; null is everywhere'),
  });

export const accountStoryShape = () =>
  accountShape()
    .pick({ id: true, disabled: true, webhooks: true, features: true })
    .extend({ balance: balanceShape().describe('its credits'), keys: z.array(keyStory()).describe('its keys') })
    .meta({ title: 'AccountStory' });

export const ledgerShape = () =>
  z
    .strictObject({
      at: instant().nullable().describe('when it was; null of the first row'),
      kind: z.enum(['opening', 'hold', 'capture', 'release']).describe('what happened'),
      units: z.int().describe('how many units'),
      job: text().nullable().describe('the job'),
      settled: z.int().describe('settled units afterwards'),
      held: z.int().describe('held units afterwards'),
      available: z.int().describe('settled minus held'),
    })
    .meta({ title: 'LedgerRow' });

export const requestShape = () =>
  z
    .strictObject({
      url: text().describe('where it went'),
      headers: z.record(z.string(), z.string()).describe('its headers'),
      body: text().describe('its raw body'),
      base_string: text().describe('what was signed: the time, a point and the raw body'),
      signatures: z
        .array(
          z.strictObject({
            value: text().describe('the hex digits of v1'),
            secret: z
              .enum(['present', 'previous'])
              .nullable()
              .describe('the secret it matches; null if it matches none'),
          }),
        )
        .describe('the signatures of its header'),
    })
    .meta({ title: 'AttemptRequest' });

export interface SummaryReport extends z.output<ReturnType<typeof summaryShape>> {}
export interface AgendaRow extends z.output<ReturnType<typeof agendaShape>> {}
/** All that there is to know of a job. */
export interface JobStory extends z.output<ReturnType<typeof storyShape>> {}
export interface AccountStory extends z.output<ReturnType<typeof accountStoryShape>> {}
export interface LedgerRow extends z.output<ReturnType<typeof ledgerShape>> {}
export interface AttemptRequest extends z.output<ReturnType<typeof requestShape>> {}
