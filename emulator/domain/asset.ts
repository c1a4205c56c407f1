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
  /** Whether its header says that it has no colors. */
  isGrey?: boolean;
  createdAt: Instant;
  expiresAt: Instant;
  /** The job that a result belongs to. */
  job: string | null;
  /** The timer that erases an input; a result goes with its job. */
  timer: number | null;
  /** The digest of what was sent, where it is kept in another form; and the key under which it was, where that counts. */
  sentDigest?: string;
  idempotencyKey?: string;
};

/** By which an upload is known, in whatever form it is kept. */
export function digestAsSent({ digest, sentDigest = digest }: Pick<Asset, 'digest' | 'sentDigest'>): string {
  return sentDigest;
}

/** What is kept of an asset or a job that was deleted or has expired: enough to answer as the spec asks. */
export type Tombstone = {
  owner: Owner;
  cause: 'deleted' | 'expired';
  /** The operation of a job; its scope still guards a repeated delete. Null for an asset. */
  operation: string | null;
  /** Of an asset. */
  purpose: Purpose | null;
  /** When it was deleted, or had expired. */
  since: Instant;
};

/** Reading 65: an asset has expired at the instant of `expires_at`. */
export function goneAt(expiresAt: Instant): Instant {
  return expiresAt;
}

export function isReadable(asset: Asset, now: Instant): boolean {
  return now < goneAt(asset.expiresAt);
}

/** Whether a tombstone now answers like an id that never existed; null is never. */
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
