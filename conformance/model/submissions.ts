import type { Asked } from './asked.ts';
import { type Demand, mustBe, mustRefuse, mustRefuseWith, mustShow } from './demand.ts';
import { isForeign } from './isolation.ts';
import { beginningOf, type Claim, isGone, type Known, type KnownAsset, type KnownJob } from './known.ts';
import { compareSubmissions, type Submission } from './read-submission.ts';

type IsThere = (asset: KnownAsset) => boolean;

/** Spec 4.2, 3: what a submission must be answered by what its Idempotency-Key stands for, and by its input. */
export function demandsOfSubmission(
  submission: Submission,
  asked: Asked,
  known: Known,
  isSureToBeThere: IsThere,
): Demand[] {
  // A limit, the credits and the scope of the key may be asked before the Idempotency-Key and the input.
  if (asked.view.request.header['content-type'] !== 'application/json') return [];
  if ([402, 403].includes(asked.view.status ?? 0)) return [];
  const key = asked.view.request.header['idempotency-key'];
  if (key === undefined) return [];
  const isValid = acceptedBy(asked, submission).every((one) => known.accepted.has(one));
  const input = inputOf(submission, asked, known);
  const isInputThere = input !== undefined && !isGone(input, known) && isSureToBeThere(input);
  const claim = known.claims.get(claimName(asked, key));
  if (claim === null) return [];
  if (claim !== undefined) return demandsOfClaim(claim, submission, known, { isValid, isInputThere });
  // Two reasons to refuse a request may be looked at in any order.
  const isNew = isValid && !known.sentKeys.has(beginningOf(key));
  return isNew && input !== undefined ? demandsOfInput(input, known, isSureToBeThere) : [];
}

/** What else a request may be refused for: its values, and its input. */
type Sure = { isValid: boolean; isInputThere: boolean };

/** Null where it names none that is certain to be an input of its account: what a stranger's answers is derived. */
function inputOf({ input }: Submission, asked: Asked, { assets }: Known): KnownAsset | undefined {
  const asset = input === null ? undefined : assets.get(input);
  return asset?.purpose === 'input' && !isForeign(asset, asked) ? asset : undefined;
}

/**
 * What decides whether a submission is valid, beside its input: what was accepted once is accepted again, in the same account.
 * Which values and which Idempotency-Keys are valid is open (reading 16), and so is which of them go together.
 */
export function acceptedBy({ owner, view }: Asked, { path, body }: Submission): string[] {
  const { inputs: _, ...rest } = body;
  const key = view.request.header['idempotency-key'] ?? '';
  const form = `${key.length} ${key.slice(0, MOST_OF_KEY).replace(/[\da-f]/gi, '0')}`;
  return [`${owner} ${path} ${JSON.stringify(rest)}`, `${owner} Idempotency-Key ${form}`];
}

const MOST_OF_KEY = 100;

/** Reading 17: whether the keys of an account share their claims, and products theirs, is open. */
export function claimName({ key, owner }: Pick<Asked, 'key' | 'owner'>, idempotencyKey: string): string {
  return `${owner} ${key} ${idempotencyKey}`;
}

function demandsOfClaim(claim: Claim, submission: Submission, known: Known, sure: Sure): Demand[] {
  const job = claim.job === null ? undefined : known.jobs.get(claim.job);
  if (job === undefined) return [];
  const because = [job.id];
  const compared = compareSubmissions(claim.submission, submission);
  if (compared === 'open') return [];
  if (compared === 'different') return demandsOfOther(job, because, sure);
  if (job.isDeleted) {
    const reason = { rule: 'IDEM-DELETED-410', because, why: 'the job of this Idempotency-Key was deleted' };
    // The input may have gone with the job.
    return sure.isInputThere ? mustRefuseWith(410, 'JOB_DELETED', reason) : [mustBe([404, 410], reason)];
  }
  // Reading 20: where the input is gone, a replay may be refused.
  if (!sure.isInputThere) return [];
  const why = 'the same request was accepted under this Idempotency-Key';
  return [
    mustBe([200], { rule: 'IDEM-REPLAY-200', because, why }),
    mustShow('/id', job.id, { rule: 'IDEM-SAME-JOB', because, why }),
    isMarked({ rule: 'IDEM-REPLAY-MARK', because, why }),
  ];
}

/** Another request under a claimed key is refused, whatever else is wrong with it. */
function demandsOfOther({ isDeleted }: KnownJob, because: string[], { isValid, isInputThere }: Sure): Demand[] {
  const rule = isDeleted ? 'IDEM-DELETED-CLAIMED' : 'IDEM-REUSED-409';
  const reason = { rule, because, why: 'the Idempotency-Key was used for another request' };
  if (!isValid || !isInputThere) return [mustRefuse(reason)];
  return isDeleted ? [mustBe([409, 410], reason)] : mustRefuseWith(409, 'IDEMPOTENCY_KEY_REUSED', reason);
}

function isMarked({ rule, because, why }: { rule: string; because: readonly string[]; why: string }): Demand {
  return {
    rule,
    because,
    check: ({ status, header }) => {
      const seen = header['idempotency-replayed'];
      return status !== 200 || seen?.toLowerCase() === 'true'
        ? null
        : { pointer: '/header/idempotency-replayed', expected: `true, since ${why}`, seen: seen ?? null };
    },
  };
}

/** The key was never sent before, and the request was accepted before: it is accepted if its input is there. */
function demandsOfInput(asset: KnownAsset, known: Known, isSureToBeThere: IsThere): Demand[] {
  // What is deleted may have expired meanwhile.
  if (!isSureToBeThere(asset)) return [];
  const because = [asset.id];
  if (isGone(asset, known))
    return mustRefuseWith(404, 'ASSET_NOT_FOUND', {
      rule: 'SUBMIT-DELETED-INPUT-404',
      because,
      why: 'its input asset was deleted',
    });
  return [mustBe([202], { rule: 'SUBMIT-202', because, why: 'the request is valid and its input asset is there' })];
}
