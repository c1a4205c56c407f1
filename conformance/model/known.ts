import type { Submission } from './read-submission.ts';

/** Whose things a key reaches: those of one account in one environment. */
export type Owner = 'own live' | 'own test' | 'own other' | 'other live' | 'other test' | 'other other';

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** What is certain of a job. `status` is the last one that was shown: the job may have moved on since, unless it had ended. */
export type KnownJob = {
  readonly kind: 'job';
  readonly id: string;
  readonly owner: Owner;
  /** The name of the key that made it. */
  readonly by: string;
  readonly operation: string;
  /** The request that made it; null where the job was first seen in another answer than that of its submission. */
  readonly submission: Submission | null;
  status: JobStatus;
  isDeleted: boolean;
  /** A cancel was sent that was not granted at once: it may take effect later, and is billed or not. */
  mayBeCancelledLate: boolean;
};

/** What is certain of an asset. `job` is the job that it is a result of. */
export type KnownAsset = {
  readonly kind: 'asset';
  readonly id: string;
  readonly owner: Owner;
  readonly by: string;
  readonly purpose: 'input' | 'result';
  readonly job: string | null;
  isDeleted: boolean;
  /** Its expires_at, in milliseconds; null where it was not shown. */
  until: number | null;
};

/** An Idempotency-Key that a submission has claimed. `job` is null where it is not certain which job it stands for. */
export type Claim = {
  readonly key: string;
  readonly submission: Submission;
  readonly job: string | null;
  readonly at: number;
};

/** All that the answers so far have made certain, and where on the tape each thing was last shown. */
export type Known = {
  jobs: Map<string, KnownJob>;
  assets: Map<string, KnownAsset>;
  /** Ids about which nothing is certain any more, whatever later answers show. */
  doubtful: Set<string>;
  /** By owner and Idempotency-Key. Null where the key was sent, and what came of it is not certain. */
  claims: Map<string, Claim | null>;
  /** Where on the tape each thing was shown last, and how much of the target's time had passed by then. */
  shown: Map<string, { position: number; passed: number; at: number }>;
  /** The beginnings of all Idempotency-Keys that were sent, with any API key. */
  sentKeys: Set<string>;
  /** The latest time that an answer showed, and how much of the target's time had passed by then. */
  clock: { time: number; passed: number; at: number } | null;
  /** By owner, requests without their input, and forms of Idempotency-Keys, that were accepted once: what is valid is open. */
  accepted: Set<string>;
  /** The operations that each key has been allowed to submit. */
  scopes: Map<string, Set<string>>;
};

export function nothingKnown(): Known {
  return {
    jobs: new Map(),
    assets: new Map(),
    doubtful: new Set(),
    claims: new Map(),
    shown: new Map(),
    sentKeys: new Set(),
    clock: null,
    accepted: new Set(),
    scopes: new Map(),
  };
}

/** How many characters of an Idempotency-Key tell it from another is open; these do, since a UUID has as many. */
const TELLING = 36;

export function beginningOf(idempotencyKey: string): string {
  return idempotencyKey.slice(0, TELLING);
}

/** So many jobs, assets and Idempotency-Keys are kept in mind: an instance that meets more is not judged further. */
const MOST_KNOWN = 5_000;

export function isFull({ jobs, assets, doubtful, sentKeys, shown }: Known): boolean {
  return Math.max(jobs.size, assets.size, doubtful.size, sentKeys.size, shown.size) >= MOST_KNOWN;
}

/** Nothing is certain any more of what has this id, and of the results that went or stayed with it. */
export function doubt(id: string, { jobs, assets, doubtful }: Known): void {
  const input = jobs.get(id)?.submission?.input ?? null;
  const results = [...assets.values()].filter(({ job }) => job === id).map((asset) => asset.id);
  jobs.delete(id);
  for (const one of [id, ...results, ...(input === null ? [] : [input])]) {
    doubtful.add(one);
    assets.delete(one);
  }
}

/** Whether it was deleted, itself or with its job. */
export function isGone(asset: KnownAsset, { jobs }: Known): boolean {
  return asset.isDeleted || (asset.job !== null && (jobs.get(asset.job)?.isDeleted ?? false));
}

const ENDED: readonly JobStatus[] = ['succeeded', 'failed', 'cancelled'];

export function hasEnded({ status }: KnownJob): boolean {
  return ENDED.includes(status);
}
