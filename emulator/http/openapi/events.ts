import { EVENT_TYPES } from '../../domain/webhook.ts';
import { flagField, idField, instantField, objectOf, ref, type Schema, textField } from './schema.ts';

const HEADERS: Readonly<Record<string, Schema>> = {
  'Service-Event-Id': textField(
    'The id of the event: the same in every attempt; ignore events that you have already processed',
  ),
  'Service-Event-Type': textField('The type of the event'),
  'Service-Delivery-Attempt': { type: 'integer', minimum: 1, description: 'The number of the attempt' },
  'Service-Signature': textField(
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the secret; two `v1` while secrets are rotated',
    { pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' },
  ),
};

export const EVENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  JobEvent: envelope(
    'A job ended',
    { type: 'string', enum: EVENT_TYPES },
    {
      description: 'The job as in a read; for a deleted job, only its id and `deleted`',
      anyOf: [ref('Job'), ref('DeletedJob')],
    },
  ),
  PingEvent: envelope('A test event from the console', { type: 'string', const: 'test.ping' }, ref('PingObject')),
  DeletedJob: objectOf('spec 6.2', 'A deleted job', {
    id: idField('job', 'Its id'),
    object: { type: 'string', const: 'job', description: 'The type of this object' },
    deleted: { type: 'boolean', const: true, description: 'True: the job is deleted' },
  }),
  PingObject: objectOf('spec 6.2', 'The subject of a test event', {
    object: { type: 'string', const: 'test', description: 'The type of this object' },
    endpoint_id: textField('The tested endpoint'),
  }),
};

/** Sections 6.1 and 6.3: what is sent to a receiver, and which answers count. */
export const WEBHOOKS = {
  jobEnded: webhook('A job ended', 'JobEvent', 'Tried up to 8 times within 24 hours.'),
  testPing: webhook('A test event', 'PingEvent', 'Tried once.'),
};

function envelope(description: string, type: Schema, object: Schema): Schema {
  return objectOf(
    'spec 6.2',
    description,
    {
      id: idField('evt', 'Its id: the same in every attempt and resend'),
      object: { type: 'string', const: 'event', description: 'The type of this object' },
      type: { ...type, description: 'What happened' },
      api_version: { type: 'string', const: 'v1', description: 'The version of the payload' },
      created: instantField('When it happened'),
      livemode: flagField('Whether it belongs to the live environment; present only if the account has test keys'),
      data: objectOf('spec 6.2', 'The subject of the event', { object }),
    },
    ['livemode'],
  );
}

function webhook(summary: string, event: string, tries: string) {
  const parameters = Object.entries(HEADERS).map(([name, { description, ...schema }]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
  }));
  return {
    post: {
      operationId: `receive${event}`,
      tags: ['Webhooks'],
      summary,
      description: `${tries} Check the signature over the raw bytes before you parse them. Webhooks come beside polling, which decides.`,
      'x-source': 'spec 6',
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema: ref(event) } } },
      responses: {
        '2XX': { description: 'Delivered, if the answer comes within 10 seconds' },
        '4XX': { description: 'Not delivered, like any answer except a 2xx: redirects are not followed' },
      },
    },
  };
}
