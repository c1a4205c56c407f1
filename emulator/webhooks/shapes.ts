import * as z from 'zod';
import { durationSchema } from '../domain/readings.ts';
import { count, instant, text, typed } from '../domain/values/shapes.ts';
import { DAY } from '../domain/values/time.ts';
import { ENVIRONMENTS } from '../domain/vocabulary.ts';
import { DELIVERY_STATES, EVENT_TYPES } from '../domain/webhook.ts';
import type { Reply } from '../world/ports.ts';

/** What calls about webhooks take and answer. The fields of an endpoint are those of a configuration too. */

const eventType = z.enum([...EVENT_TYPES, 'test.ping']);

export const endpointFields = {
  url: z.string().describe('where events are sent'),
  events: z
    .array(eventType)
    .min(1)
    .describe('the types of event that are sent; test.ping matters where the reading ping_subscription says so')
    .default([...EVENT_TYPES]),
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9_-]{1,200}$/, 'must begin with whsec_')
    .meta({ title: 'webhook secret' })
    .optional()
    .describe('a secret of your own; one is made where none is given'),
};

export const environmentField = z
  .enum(ENVIRONMENTS)
  .optional()
  .describe('the environment whose events it receives: test by default, or live where all keys of the account are');

const LONGEST_PREVIOUS = 7 * DAY;

export const endpointSchema = z.strictObject({
  account: z.string().optional().describe('the first account where none is named'),
  environment: environmentField,
  ...endpointFields,
});

export const endpointChangeSchema = z
  .strictObject({ url: endpointFields.url, events: endpointFields.events.unwrap() })
  .partial();

export const rotationSchema = z.strictObject({
  keep_previous_for: durationSchema
    .refine((value) => value <= LONGEST_PREVIOUS, 'must be at most 7d')
    .prefault('24h')
    .describe('how long the previous secret stays valid, up to 7d'),
  secret: endpointFields.secret,
});

export type EndpointInput = z.input<typeof endpointSchema>;
export type EndpointChangeInput = z.input<typeof endpointChangeSchema>;
export type RotationInput = z.input<typeof rotationSchema>;

const reply = z.int().min(200).max(599).describe('the status of the answer');
export const replySchema = z.union(
  [
    reply,
    z.enum(['timeout', 'reset']),
    z.strictObject({
      status: reply,
      headers: z.record(z.string(), z.string()).optional().describe('headers of the answer'),
      body: z.string().optional().describe('its body'),
    }),
  ],
  'must be a status, timeout, reset or {status, headers, body}',
);

export const receiverSchema = z.strictObject({
  ...endpointSchema.omit({ url: true, secret: true }).shape,
  replies: z.array(replySchema).default([]).describe('the replies, one for each delivery in turn'),
  otherwise: replySchema.default(200).describe('the reply when these are used up'),
});
export const receiverRepliesSchema = z.strictObject({
  replies: z.array(replySchema).min(1).describe('added after those that are left'),
});

export type ReceiverInput = z.input<typeof receiverSchema>;
export type ReceiverRepliesInput = z.input<typeof receiverRepliesSchema>;

export const endpointShape = () => endpoint().meta({ title: 'EndpointReport' });

const endpoint = () =>
  z.strictObject({
    id: text().describe('its id'),
    account: text().describe('whose events it gets'),
    environment: z.enum(ENVIRONMENTS).describe('the environment whose events it receives'),
    url: text().describe('where events are sent'),
    events: z.array(eventType).describe('the types of event that are sent'),
    enabled: z.boolean().describe('whether it gets anything'),
    failing: z
      .strictObject({
        count: count().describe('failed attempts in a row'),
        since: instant().describe('when the first of them was'),
      })
      .nullable()
      .describe('the failures that are going on; null after a success'),
    previous_secret_until: instant()
      .nullable()
      .describe('how long the secret before signs too; null where there is none'),
    created_at: instant().describe('when it was registered'),
  });

export const endpointWithSecretShape = () =>
  endpoint()
    .extend({ secret: text().describe('what deliveries are signed with, shown this once') })
    .meta({ title: 'EndpointWithSecret' });

const attempt = () =>
  z.strictObject({
    number: z.int().min(1).describe('counted from 1'),
    at: instant().describe('when it began'),
    status: z.int().nullable().describe('what the receiver answered; null where it did not'),
    failure: z.enum(['timeout', 'connection', 'tls']).nullable().describe('why there was no answer'),
    took: z.number().describe('real milliseconds'),
    answer: text().describe('the beginning of the body of the answer'),
  });

export const deliveryShape = () =>
  z
    .strictObject({
      id: text().describe('its id'),
      endpoint: text().describe('where it goes'),
      event: z
        .strictObject({
          id: text().describe('the same in every delivery of the event'),
          type: text().describe('its type'),
          created: instant().describe('when it came about'),
          job: text().nullable().describe('the job that it tells of; null of a ping'),
        })
        .describe('what it tells'),
      state: z.enum(DELIVERY_STATES).describe('what became of it'),
      resend: z.boolean().describe('whether it was sent again by hand'),
      attempts: z.array(attempt()).describe('what was tried'),
      next_attempt_at: instant().nullable().describe('when it is tried again; null where it is not'),
    })
    .meta({ title: 'DeliveryReport' });

const received = () =>
  z.strictObject({
    at: instant().describe('when it came, on the clock of the world'),
    attempt: z.int().describe('the number of the attempt'),
    headers: z.record(z.string(), z.string()).describe('its headers'),
    body: text().describe('its raw body'),
    verified: z.boolean().describe('whether its signature is right'),
    reason: text().nullable().describe('why it is not; null where it is'),
    reply: typed<Reply>(replySchema).describe('what was answered'),
  });

export const receiverShape = () =>
  z
    .strictObject({
      id: text().describe('its id'),
      url: text().describe('where it listens'),
      endpoint: text().describe('the id of its endpoint'),
      received: z.array(received()).describe('what it received, in order'),
    })
    .meta({ title: 'ReceiverReport' });

export interface EndpointReport extends z.output<ReturnType<typeof endpointShape>> {}
/** The one time that a secret is shown. */
export interface EndpointWithSecret extends z.output<ReturnType<typeof endpointWithSecretShape>> {}
export interface DeliveryReport extends z.output<ReturnType<typeof deliveryShape>> {}
export interface ReceiverReport extends z.output<ReturnType<typeof receiverShape>> {}
