import type { Asked } from './asked.ts';
import { type Demand, mustBe, mustRefuseWith, mustShow } from './demand.ts';
import { isForeign } from './isolation.ts';
import { type Claim, isGone, type Known } from './known.ts';
import { compareSubmissions, type Submission } from './read-submission.ts';

/** Whether a request is sent as plainly as the specification shows it. */
function isPlain({ view }: Asked): boolean {
  return view.request.header['content-type'] === 'application/json' && !view.request.url.includes('?');
}

/** Spec 4.2, 3: what a submission must be answered by what its Idempotency-Key stands for, and by its input. */
export function demandsOfSubmission(submission: Submission, asked: Asked, known: Known): Demand[] {
  // A limit, the credits and the scope of the key may be asked before the Idempotency-Key and the input.
  if (!isPlain(asked) || [401, 402, 403].includes(asked.view.status ?? 0)) return [];
  const key = asked.view.request.header['idempotency-key'];
  if (key === undefined) return [];
  const claim = known.claims.get(claimName(asked, key));
  if (claim !== undefined) return claim === null ? [] : demandsOfClaim(claim, submission, known);
  return known.sentKeys.has(key) || !known.accepted.has(formOf(key)) ? [] : demandsOfInput(submission, asked, known);
}

/** Reading 16: which keys are refused is open, so one is certain to be taken only where one like it was. */
export function formOf(idempotencyKey: string): string {
  return `Idempotency-Key ${idempotencyKey.length} ${idempotencyKey.slice(0, 4)}`;
}

/** Reading 17: whether the keys of an account share their claims, and products theirs, is open. */
export function claimName({ key, owner }: Asked, idempotencyKey: string): string {
  return `${owner} ${key} ${idempotencyKey}`;
}

function demandsOfClaim(claim: Claim, submission: Submission, known: Known): Demand[] {
  const job = claim.job === null ? undefined : known.jobs.get(claim.job);
  if (job === undefined) return [];
  const because = [job.id];
  const compared = compareSubmissions(claim.submission, submission);
  if (compared === 'open') return [];
  if (job.isDeleted) {
    if (compared === 'same')
      return mustRefuseWith(410, 'JOB_DELETED', {
        rule: 'IDEM-DELETED-410',
        because,
        why: 'the job of this Idempotency-Key was deleted',
      });
    const why = 'the Idempotency-Key stays claimed after the job was deleted';
    return [mustBe([409, 410], { rule: 'IDEM-DELETED-CLAIMED', because, why })];
  }
  if (compared === 'different') {
    const why = 'the Idempotency-Key was used for another request';
    return mustRefuseWith(409, 'IDEMPOTENCY_KEY_REUSED', { rule: 'IDEM-REUSED-409', because, why });
  }
  // Reading 20: where the input is gone, a replay may be refused.
  const input = known.assets.get(submission.input ?? '');
  if (input === undefined || isGone(input, known)) return [];
  const why = 'the same request was accepted under this Idempotency-Key';
  return [
    mustBe([200], { rule: 'IDEM-REPLAY-200', because, why }),
    mustShow('/id', job.id, { rule: 'IDEM-SAME-JOB', because, why }),
    isMarked({ rule: 'IDEM-REPLAY-MARK', because, why }),
  ];
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

/** A key that was never sent before: a request whose values were all accepted before is accepted, if its input is there. */
function demandsOfInput(submission: Submission, asked: Asked, known: Known): Demand[] {
  const asset = submission.input === null ? undefined : known.assets.get(submission.input);
  const values = valuesOf(submission);
  if (asset === undefined || values === null || !values.every((value) => known.accepted.has(value))) return [];
  const because = [asset.id];
  // Whether a stranger's input answers 404 is a matter of derivation.
  if (asset.purpose !== 'input' || isForeign(asset, asked)) return [];
  if (isGone(asset, known))
    return mustRefuseWith(404, 'ASSET_NOT_FOUND', {
      rule: 'SUBMIT-DELETED-INPUT-404',
      because,
      why: 'its input asset was deleted',
    });
  return [mustBe([202], { rule: 'SUBMIT-202', because, why: 'the request is valid and its input asset is there' })];
}

/**
 * What decides whether a submission is valid, beside its input: each value by itself, so that what was accepted in one request
 * is accepted in another. Null where the request is not of a form that always is.
 */
export function valuesOf({ operation, body }: Submission): string[] | null {
  const { inputs: _, ...rest } = body;
  if (operation === 'skin.analyze') return valuesOfAnalysis(rest);
  return operation === 'makeup.apply' ? valuesOfMakeup(rest) : null;
}

function valuesOfAnalysis({ concerns, ...rest }: Record<string, unknown>): string[] | null {
  if (!Array.isArray(concerns) || concerns.length === 0 || new Set(concerns).size !== concerns.length) return null;
  if (Object.keys(rest).length > 0) return [`skin.analyze ${JSON.stringify({ concerns, ...rest })}`];
  return concerns.map((concern) => `skin.analyze concern ${JSON.stringify(concern)}`);
}

function valuesOfMakeup({ products, ...rest }: Record<string, unknown>): string[] | null {
  if (!Array.isArray(products) || products.length === 0 || Object.keys(rest).length > 0) return null;
  return [
    `makeup.apply ${products.length} products`,
    ...products.map((one) => `makeup.apply product ${JSON.stringify(one)}`),
  ];
}
