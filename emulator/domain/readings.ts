import * as z from 'zod';
import { parseDuration } from './values/duration.ts';
import { OPERATIONS, RESULT_MEDIA_TYPES } from './vocabulary.ts';

/** A length of time in a configuration: `8m`, `1h30m`, `PT8M`, or a number of milliseconds. */
export const durationSchema = z
  .union([z.int().min(0), z.string()])
  .transform((value, context) => {
    const milliseconds = typeof value === 'number' ? value : parseDuration(value);
    if (milliseconds !== null) return milliseconds;
    context.addIssue({ code: 'custom', message: `"${value}" is not a duration: write 8m, 1h30m, 500ms or PT8M` });
    return z.NEVER;
  })
  .meta({ title: 'duration' });

const count = z.int().min(0);
const errorCode = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, 'an error code is upper case letters, digits and _')
  .meta({ title: 'error code' });
const quotaSchema = z.partialRecord(z.enum(OPERATIONS).meta({ title: 'operation' }), count);

const codesSchema = z.strictObject({
  duplicate_concern: errorCode.default('INVALID_REQUEST').describe('Reading 14: a concern named twice (400)'),
  asset_expired: errorCode.default('ASSET_EXPIRED').describe('Reading 14: a submit on an expired input (410)'),
  payload_too_large: errorCode.default('PAYLOAD_TOO_LARGE').describe('Reading 14: a body over the limit (413)'),
  rate_limited: errorCode.default('RATE_LIMITED').describe('Reading 14: over the admission limit or quota (429)'),
  internal_error: errorCode.default('INTERNAL_ERROR').describe('Reading 14: an unexpected error (500)'),
  not_found: errorCode.default('NOT_FOUND').describe('Reading 15: an unknown path or a feature that is off (404)'),
});

/** What the emulator does where the spec is silent. Every default is the one that is strictest with the client. */
export const readingsSchema = z.strictObject({
  upload_status: z
    .union([z.literal(200), z.literal(201)])
    .default(201)
    .describe('Reading 1: status of an upload'),
  upload_max_bytes: count.default(10 * 1024 * 1024).describe('Reading 2: largest upload in bytes, more is a 413'),
  submit_max_bytes: count.default(64 * 1024).describe('Spec 4.2: largest submission body in bytes, more is a 413'),
  image_min_side: count.default(32).describe('Reading 3: shortest side of an upload in pixels'),
  image_max_side: count.default(8192).describe('Reading 3: longest side of an upload in pixels'),
  image_max_pixels: count.default(40_000_000).describe('Reading 3: largest area of an upload in pixels'),
  input_content: z.enum(['refuse', 'serve']).default('refuse').describe('Reading 7: content route on an input asset'),
  color_format: z.enum(['hex', 'any']).default('hex').describe('Reading 8: hex takes #RRGGBB only'),
  opacity_range: z
    .tuple([z.number(), z.number()])
    .default([0, 1])
    .describe('Reading 9: lowest and highest opacity that a submission may carry'),
  score_range: z
    .tuple([z.number(), z.number()])
    .default([0, 100])
    .describe('Reading 10: lowest and highest score of a measured concern'),
  codes: codesSchema.prefault({}).describe('Reading 14 and 15: codes that the spec does not show'),
  idempotency_key: z
    .enum(['required', 'optional'])
    .default('required')
    .describe('Reading 16: whether a submission must carry an Idempotency-Key'),
  unknown_body_fields: z
    .enum(['refuse', 'ignore'])
    .default('refuse')
    .describe('Reading 23: a body field that the spec does not name'),
  daily_quota: z
    .strictObject({
      live: quotaSchema.default({}).describe('jobs a UTC day of each operation, with live keys'),
      test: quotaSchema.default({}).describe('jobs a UTC day of each operation, with test keys'),
    })
    .prefault({})
    .describe('Reading 27: jobs a UTC day, by environment and operation; absent is unlimited'),
  admission_per_minute: count
    .nullable()
    .default(null)
    .describe('Reading 28: jobs that one key may submit in a minute; null is unlimited'),
  input_retention: durationSchema.prefault('24h').describe('Reading 29: how long an input and its snapshots are kept'),
  job_retention: durationSchema.prefault('7d').describe('Reading 29: how long a finished job and its results are kept'),
  result_type: z.enum(RESULT_MEDIA_TYPES).default('image/png').describe('Spec 2.3: the media type of result pictures'),
  face_detection: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Spec 2.2: whether an image with nothing like a face fails its job (INPUT_UNPROCESSABLE)'),
  signature_clock: z
    .enum(['wall', 'virtual'])
    .default('wall')
    .describe('Reading 40: whose time a webhook signature carries; wall is what real receivers check against'),
  webhook_urls: z.enum(['any', 'strict']).default('any').describe('Reading 41: strict takes HTTPS on port 443 only'),
  retry_after: count.default(1).describe('Reading 50: Retry-After in seconds while a job is not terminal'),
});

export type Readings = z.output<typeof readingsSchema>;
