import * as z from 'zod';
import { DELIVERY_STATES, type Delivery, type Endpoint, EVENT_TYPES, type WebhookEvent } from '../../domain/webhook.ts';
import { count, instant, json, name, owner, schemaOf, text } from './schema-of.ts';

const type = z.enum([...EVENT_TYPES, 'test.ping']);
const secret = name;
const previous = z.strictObject({ secret, until: instant });

export const endpoint = schemaOf<Endpoint>()(
  z.strictObject({
    id: name,
    owner,
    url: z.string().refine(URL.canParse, 'must be an address'),
    events: z.array(type),
    enabled: z.boolean(),
    secret,
    previous: previous.nullable(),
    older: z.array(previous),
    failing: z.strictObject({ count, since: instant }).nullable(),
    createdAt: instant,
  }),
);

export const event = schemaOf<WebhookEvent>()(
  z.strictObject({ id: name, owner, type, createdAt: instant, job: name.nullable(), object: json.exactOptional() }),
);

const attempt = z.strictObject({
  number: count,
  at: instant,
  status: z.int().nullable(),
  failure: z.enum(['timeout', 'connection', 'tls']).nullable(),
  took: z.number().min(0),
  answer: text,
});

export const delivery = schemaOf<Delivery>()(
  z.strictObject({
    id: name,
    endpoint: name,
    event: name,
    state: z.enum(DELIVERY_STATES),
    attempts: z.array(attempt),
    isResend: z.boolean(),
    createdAt: instant,
    timer: count.nullable(),
  }),
);
