import { EVENT_TYPES } from '../../domain/webhook.ts';
import { flagField, idField, instantField, objectOf, ref, type Schema, textField } from './schema.ts';

const HEADERS: Readonly<Record<string, Schema>> = {
  'Service-Event-Id': textField('The id of the event: the same in every attempt; drop what you have had'),
  'Service-Event-Type': textField('The type of the event'),
  'Service-Delivery-Attempt': { type: 'integer', minimum: 1, description: 'Which attempt this is' },
  'Service-Signature': textField(
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the secret; two `v1` while secrets are rotated',
    { pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' },
  ),
};

/** What webhooks carry (section 6.2). */
export const EVENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  JobEvent: envelope(
    'A job came to its end',
    { type: 'string', enum: EVENT_TYPES },
    {
      description: 'The job as a read of it answers; of a job that was deleted since, only that',
      anyOf: [ref('Job'), ref('DeletedJob')],
    },
  ),
  PingEvent: envelope('A trial from the console', { type: 'string', const: 'test.ping' }, ref('PingObject')),
  DeletedJob: objectOf('spec 6.2', 'A job that is gone', {
    id: idField('job', 'Its id'),
    object: { type: 'string', const: 'job', description: 'What this is' },
    deleted: { type: 'boolean', const: true, description: 'That it is gone' },
  }),
  PingObject: objectOf('spec 6.2', 'What a trial is about', {
    object: { type: 'string', const: 'test', description: 'What this is' },
    endpoint_id: textField('The endpoint that is tried'),
  }),
};

/** Sections 6.1 and 6.3: what a receiver is sent, and which answer counts. */
export const WEBHOOKS = {
  jobEnded: webhook('A job came to its end', 'JobEvent', 'Tried up to 8 times within 24 hours.'),
  testPing: webhook('A trial', 'PingEvent', 'Tried once.'),
};

function envelope(description: string, type: Schema, object: Schema): Schema {
  return objectOf(
    'spec 6.2',
    description,
    {
      id: idField('evt', 'Its id: the same in every attempt and resend'),
      object: { type: 'string', const: 'event', description: 'What this is' },
      type: { ...type, description: 'What happened' },
      api_version: { type: 'string', const: 'v1', description: 'The version of what it carries' },
      created: instantField('When it happened'),
      livemode: flagField('Whether it is of the live environment; there only where the account has test keys'),
      data: objectOf('spec 6.2', 'What it is about', { object }),
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
        '2XX': { description: 'Delivered, if it comes within 10 seconds' },
        '4XX': { description: 'Not delivered, as any answer but a 2xx: a redirect is not followed' },
      },
    },
  };
}
