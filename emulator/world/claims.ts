import { ApiError, type Because } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import type { Claim } from '../domain/rulebook.ts';
import type { Submission } from '../domain/submission.ts';
import { put } from '../domain/values/undo.ts';
import type { Caller } from './caller.ts';
import { forgetLapsed } from './verbs/forget-lapsed.ts';
import type { World } from './world.ts';

/** A submission as far as its claim matters: the caller, the Idempotency-Key and the operation. */
type Claimant = { caller: Caller; idempotencyKey: string | null; submission: Pick<Submission, 'operation'> };
type KeyClaimant = Claimant & { idempotencyKey: string };

/** The job that was already accepted for a submission; null if the submission is new (spec 4.2). */
export function findReplay(world: World, claimant: Claimant, fingerprint: string): Job | null {
  if (!hasKey(claimant)) return null;
  const name = claimName(world, claimant);
  if (world.rules.isClaimedElsewhere(claimant.caller.owner, name)) throw reused({ claimed_elsewhere: true });
  const claim = world.state.claims.get(name);
  if (claim === undefined || isLapsed(world, claim)) return null;
  return jobOf(world, claim, fingerprint);
}

export function claimName(world: World, { caller, idempotencyKey, submission }: KeyClaimant): string {
  return world.rules.claimName(caller.owner, caller.key, idempotencyKey, submission.operation);
}

export function putClaim(world: World, claimant: Claimant, { fingerprint, job }: Omit<Claim, 'at'>): void {
  if (!hasKey(claimant)) return;
  forgetLapsed(world);
  put(world.state.claims, claimName(world, claimant), { fingerprint, job, at: world.state.now });
}

function hasKey(claimant: Claimant): claimant is KeyClaimant {
  return claimant.idempotencyKey !== null;
}

function jobOf(world: World, claim: Claim, fingerprint: string): Job | null {
  const isSame = claim.fingerprint === fingerprint;
  const job = world.state.jobs.get(claim.job);
  const compared = { claimed_by: claim.job, same_request: isSame, job_is_there: job !== undefined };
  if (claim.job === '') {
    if (isSame) return null;
    throw reused(compared);
  }
  const verdict = world.rules.replay(claim, fingerprint, job !== undefined);
  if (verdict === 'conflict') throw reused(compared);
  if (verdict === 'deleted' || job === undefined) {
    throw new ApiError('job_deleted', { because: { rule: 'IDEM-DELETED-410', section: '3', compared } });
  }
  return job;
}

function reused(compared: Because['compared']): ApiError {
  return new ApiError('idempotency_key_reused', { because: { rule: 'IDEM-REUSED-409', section: '4.2', compared } });
}

/** Whether a key can be used again: its retention has passed, or a reading frees it when its job expires. */
function isLapsed({ settings, state }: World, { at, job }: Claim): boolean {
  const { idempotency_key_retention: kept, key_of_expired_job } = settings.readings;
  if (kept !== null && state.now >= at + kept) return true;
  return key_of_expired_job === 'new_job' && state.tombstones.get(job)?.cause === 'expired';
}
