import * as z from 'zod';
import { durationSchema } from '../../domain/readings.ts';
import { AUDIT_RULE_NAMES } from '../../domain/test-control/audit.ts';
import { type ExchangeReport, exchangeShape, filterSchema } from '../../domain/test-control/exchange.ts';
import { text, typed } from '../../domain/values/shapes.ts';
import { JOB_STATUSES } from '../../domain/vocabulary.ts';
import { DELIVERY_STATES } from '../../domain/webhook.ts';
import { deliveryShape } from '../../webhooks/shapes.ts';
import { countFields } from '../count.ts';
import { pageFields } from './names.ts';

export const verifySchema = z.strictObject({
  request: filterSchema.describe('which exchanges are counted'),
  ...countFields,
});

const LONGEST_WAIT = 300_000;
const waitTimeout = durationSchema.refine((value) => value <= LONGEST_WAIT, 'must be at most 5m').prefault('10s');

export const waitSchema = z.union([
  z.strictObject({
    request: filterSchema.describe('the exchange to wait for'),
    after: z.int().min(0).default(0).describe('only exchanges with a larger serial'),
    timeout: waitTimeout.describe('real time'),
  }),
  z.strictObject({
    job: z.string().describe('the id of a job'),
    status: z.enum(JOB_STATUSES).describe('the status to wait for'),
    timeout: waitTimeout.describe('real time'),
  }),
  z.strictObject({
    delivery: z
      .strictObject({
        job: z.string().describe('the id of its job'),
        endpoint: z.string().describe('the id of its endpoint'),
        state: z.enum(DELIVERY_STATES).describe('its state'),
      })
      .partial()
      .describe('a webhook delivery, by job, endpoint and state'),
    timeout: waitTimeout.describe('real time'),
  }),
]);

/** A filter, and which part of the matches to return. */
export const journalPageSchema = filterSchema.extend({
  after: z.coerce.number<number | string>().int().min(0).optional().describe('only exchanges with a larger serial'),
  before: z.coerce.number<number | string>().int().min(1).optional().describe('only exchanges with a smaller serial'),
  ...pageFields,
});
export type JournalPageInput = z.input<typeof journalPageSchema>;
export type VerifyInput = z.input<typeof verifySchema>;
export type WaitInput = z.input<typeof waitSchema>;

export const auditSchema = z
  .strictObject({
    expect: z
      .array(z.coerce.number<number | string>().int().min(400).max(599))
      .describe('statuses of intended refusals, which refused-request and idempotency-key-reused ignore'),
    ignore: z.array(z.enum(AUDIT_RULE_NAMES)).describe('rules to ignore; comma-separated in a URL'),
  })
  .partial();

export type AuditInput = z.input<typeof auditSchema>;

export const explanationShape = () =>
  z
    .strictObject({
      request_id: text().describe('the id of the refusal on the wire'),
      status: z.int().describe('its status'),
      rule: text().describe('the rule'),
      section: text().describe('the section of the specification'),
      compared: z.unknown().describe('the compared values'),
    })
    .meta({ title: 'Explanation' });

const nearMissShape = () =>
  z.strictObject({
    unmet: z.array(z.string()).describe('the differences'),
    exchange: typed<ExchangeReport>(exchangeShape()).describe('the exchange'),
  });

export const verificationShape = () =>
  z
    .strictObject({
      ok: z.boolean().describe('whether the number is right'),
      found: z.int().min(0).describe('number of matches'),
      wanted: z.string().describe('the expected number, as text'),
      near_misses: z.array(nearMissShape()).describe('the closest requests, if the number is wrong'),
    })
    .meta({ title: 'VerifyReport' });

/** What was awaited: an exchange, a delivery or a job. */
export const waitedShape = () =>
  z.union([
    exchangeShape(),
    deliveryShape(),
    z.looseObject({ status: z.string().describe('its status') }).meta({ title: 'Job' }),
  ]);

export interface Explanation extends z.output<ReturnType<typeof explanationShape>> {}
export interface NearMissReport extends z.output<ReturnType<typeof nearMissShape>> {}
export interface VerifyReport extends z.output<ReturnType<typeof verificationShape>> {}
