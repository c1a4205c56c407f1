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

export const agendaSchema = z.strictObject({ limit: pageFields.limit.prefault(100).describe('maximum number') });

export const deliveryFilterSchema = z
  .strictObject({
    id: z.string().describe('its id'),
    endpoint: z.string().describe('the id of its endpoint'),
    job: z.string().describe('the id of its job'),
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
      jobs: z.record(z.enum(JOB_STATUSES), count()).describe('number of jobs, by status'),
      deliveries: z.record(z.enum(DELIVERY_STATES), count()).describe('number of deliveries, by state'),
      exchanges: count().describe('the serial of the newest exchange'),
      findings: count().describe('number of mistakes of the client'),
      next_due: instant().nullable().describe('when the next work is due; null if none'),
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
      kind: z.enum(TIMERS).describe('kind of work'),
      ref: text().describe('the id of its object'),
    })
    .meta({ title: 'AgendaRow' });

const picture = () =>
  z.strictObject({
    name: text().describe('its name in /jobs/:id/pictures/:name'),
    role: text().describe('its role in the job'),
    media_type: text().nullable().describe('its type, if known without reading it'),
    width: count().describe('pixels'),
    height: count().describe('pixels'),
  });

const charge = () =>
  z.strictObject({
    units: count().describe('number of units'),
    state: z.enum(['held', 'captured', 'released']).describe('their state'),
  }) satisfies z.ZodType<Charge>;

const stage = () => z.enum(WORKING_STAGES);

export const storyShape = () =>
  jobShape()
    .extend({
      body: z.unknown().describe('the body of a read'),
      etag: text().describe('the ETag of a read'),
      idempotency_key: text().nullable().describe('the Idempotency-Key of its submission'),
      pictures: z.array(picture()).describe('its pictures that are still there'),
      stages: z.record(stage(), z.number()).describe('duration of each stage in milliseconds'),
      stage_since: instant().describe('start of its stage'),
      hold_at: stage().nullable().describe('the stage in which it is held until a release or a step'),
      decided_by: z
        .strictObject({
          by: z
            .enum(['plan', 'magic_image', 'input', 'cancel', 'timeout'])
            .describe('a plan, a magic image, its input, a cancel or a timeout'),
          plan: text().nullable().describe('the id of the plan that applied to it, whatever decided its outcome'),
        })
        .describe('what decided its outcome'),
      outcome: typed<Outcome>(z.record(z.string(), z.unknown()))
        .nullable()
        .describe('its outcome, in the format of a plan; null if it was cancelled'),
      charge: charge().nullable().describe('its price; null if nothing is charged'),
    })
    .meta({ title: 'JobStory' });

const keyStory = () =>
  z.strictObject({
    id: text().describe('its id'),
    secret: text().describe('what clients send'),
    environment: z.enum(ENVIRONMENTS).describe('its environment'),
    scopes: z.array(text()).describe('the products that it may submit, cancel and delete'),
    usable: z.boolean().describe('whether it is neither revoked nor expired, nor its account disabled'),
    networks: z.array(text()).nullable().describe('networks from which it can be used; null means all'),
  });

export const accountStoryShape = () =>
  accountShape()
    .pick({ id: true, disabled: true, webhooks: true, features: true })
    .extend({ balance: balanceShape().describe('its credits'), keys: z.array(keyStory()).describe('its keys') })
    .meta({ title: 'AccountStory' });

export const ledgerShape = () =>
  z
    .strictObject({
      at: instant().nullable().describe('time; null in the first row'),
      kind: z.enum(['opening', 'hold', 'capture', 'release']).describe('what happened'),
      units: z.int().describe('number of units'),
      job: text().nullable().describe('the job'),
      settled: z.int().describe('settled units after it'),
      held: z.int().describe('held units after it'),
      available: z.int().describe('settled minus held'),
    })
    .meta({ title: 'LedgerRow' });

export const requestShape = () =>
  z
    .strictObject({
      url: text().describe('its URL'),
      headers: z.record(z.string(), z.string()).describe('its headers'),
      body: text().describe('its raw body'),
      base_string: text().describe('the signed text: the time, a period and the raw body'),
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
/** Everything known about a job. */
export interface JobStory extends z.output<ReturnType<typeof storyShape>> {}
export interface AccountStory extends z.output<ReturnType<typeof accountStoryShape>> {}
export interface LedgerRow extends z.output<ReturnType<typeof ledgerShape>> {}
export interface AttemptRequest extends z.output<ReturnType<typeof requestShape>> {}
