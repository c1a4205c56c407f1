import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { pathTo } from '../../domain/routes.ts';
import type { Schema } from './schema.ts';

/** What answers carry beside their bodies. */
export const HEADERS = {
  'Retry-After': {
    description: 'How many seconds to wait before the next request; on jobs, until they are final',
    'x-source': 'spec 4.2, 4.3, 8; value on jobs: reading 50',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: {
    description: 'Where to poll the job',
    'x-source': 'spec 4.2',
    schema: { type: 'string', pattern: `^${pathTo('readJob', 'job_.')}` },
  },
  'Idempotency-Replayed': {
    description: 'That nothing new was begun',
    'x-source': 'spec 4.2',
    schema: { type: 'string', const: 'true' },
  },
  ETag: {
    description: 'Names this state of it; send it as `If-None-Match`',
    'x-source': 'spec 4.3; strength: reading 38; on images: reading 6',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'That nobody else may keep it',
    'x-source': 'reading 6',
    schema: { type: 'string', const: 'private, no-store' },
  },
  'X-Content-Type-Options': {
    description: 'That it is the kind of image that it says',
    'x-source': 'reading 6',
    schema: { type: 'string', const: 'nosniff' },
  },
} as const satisfies Record<string, Schema>;

/** The same under the readings in force. */
export function headersUnder({
  location_form,
  www_authenticate,
}: Pick<Readings, 'location_form' | 'www_authenticate'>): Readonly<Record<string, Schema>> {
  const anywhere = { ...HEADERS.Location, schema: { type: 'string', format: 'uri-reference' } };
  return {
    ...HEADERS,
    ...(location_form !== 'path' && { Location: anywhere }),
    ...(www_authenticate === 'present' && { 'WWW-Authenticate': CHALLENGE }),
  };
}

const CHALLENGE = {
  description: 'How to say who is asking',
  'x-source': 'RFC 9110, 11.6.1; question: www_authenticate',
  schema: { type: 'string' },
};

export type HeaderName = keyof typeof HEADERS;
