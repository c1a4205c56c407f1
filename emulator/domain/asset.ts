import type { Owner } from './account.ts';
import { environmentOf } from './account.ts';
import { type Instant, toIso } from './values/time.ts';
import type { MediaType, Purpose } from './vocabulary.ts';

export type Asset = {
  id: string;
  owner: Owner;
  purpose: Purpose;
  mediaType: MediaType;
  sizeBytes: number;
  width: number;
  height: number;
  digest: string;
  /** Whether the image is grayscale according to its header. */
  isGrey?: boolean;
  createdAt: Instant;
  expiresAt: Instant;
  /** The job that a result belongs to; null for an input. */
  job: string | null;
  /** The timer that erases an input; a result is erased with its job. */
  timer: number | null;
  /** The digest of the upload if it is stored in another form, and its Idempotency-Key if that matters. */
  sentDigest?: string;
  idempotencyKey?: string;
};

/** The digest that identifies an upload, whatever form it is stored in. */
export function digestAsSent({ digest, sentDigest = digest }: Pick<Asset, 'digest' | 'sentDigest'>): string {
  return sentDigest;
}

/** What is kept of a deleted or expired asset or job: enough for the answers that the spec requires. */
export type Tombstone = {
  owner: Owner;
  cause: 'deleted' | 'expired';
  /** The operation of a job, whose scope a repeated delete still needs; null for an asset. */
  operation: string | null;
  /** Null for a job. */
  purpose: Purpose | null;
  since: Instant;
};

/** Reading 65: an asset is expired from `expires_at` on. */
export function goneAt(expiresAt: Instant): Instant {
  return expiresAt;
}

export function isReadable(asset: Asset, now: Instant): boolean {
  return now < goneAt(asset.expiresAt);
}

/** Whether a tombstone now answers like an id that never existed; a retention of null means never. */
export function isForgotten(asset: Asset | Tombstone, now: Instant, retention: number | null): boolean {
  return 'cause' in asset && retention !== null && now >= asset.since + retention;
}

/** Section 2.1. */
export function assetBody(asset: Asset, showLivemode: boolean) {
  return {
    id: asset.id,
    purpose: asset.purpose,
    media_type: asset.mediaType,
    size_bytes: asset.sizeBytes,
    width: asset.width,
    height: asset.height,
    created_at: toIso(asset.createdAt),
    expires_at: toIso(asset.expiresAt),
    ...(showLivemode && { livemode: environmentOf(asset.owner) === 'live' }),
  };
}
