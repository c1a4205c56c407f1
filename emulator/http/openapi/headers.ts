import { pathTo } from '../../domain/routes.ts';
import type { Schema } from './schema.ts';

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
    description: 'Shows that no new job was created',
    'x-source': 'spec 4.2',
    schema: { type: 'string', const: 'true' },
  },
  ETag: {
    description: 'Identifies this state; send it as `If-None-Match`',
    'x-source': 'spec 4.3; strength: reading 38; on images: reading 6',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'Only the client may cache it',
    'x-source': 'reading 6',
    schema: { type: 'string', const: 'private, no-store' },
  },
  'X-Content-Type-Options': {
    description: 'Shows that `Content-Type` is correct',
    'x-source': 'reading 6',
    schema: { type: 'string', const: 'nosniff' },
  },
} as const satisfies Record<string, Schema>;

export type HeaderName = keyof typeof HEADERS;
