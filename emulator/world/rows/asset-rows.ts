import * as z from 'zod';
import type { Asset, Tombstone } from '../../domain/asset.ts';
import { MEDIA_TYPES, PURPOSES } from '../../domain/vocabulary.ts';
import { count, digest, instant, name, owner, schemaOf, side, text } from './schema-of.ts';

const purpose = z.enum(PURPOSES);

export const asset = schemaOf<Asset>()(
  z.strictObject({
    id: name,
    owner,
    purpose,
    mediaType: z.enum(MEDIA_TYPES),
    sizeBytes: count,
    width: side,
    height: side,
    digest,
    isGrey: z.boolean().exactOptional(),
    createdAt: instant,
    expiresAt: instant,
    job: name.nullable(),
    timer: count.nullable(),
    sentDigest: digest.exactOptional(),
    idempotencyKey: text.exactOptional(),
  }),
);

export const tombstone = schemaOf<Tombstone>()(
  z.strictObject({
    owner,
    cause: z.enum(['deleted', 'expired']),
    operation: name.nullable(),
    purpose: purpose.nullable(),
    since: instant,
  }),
);
