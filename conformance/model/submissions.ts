import { decoded } from '../../shared/expression/decoded.ts';
import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import { acceptedBy, formOf, openParts, ruleOfValid } from './accepted.ts';
import { type Demand, mustBe, mustNotBe, mustRefuse, mustRefuseWith, mustShow, sparedAs } from './demand.ts';
import { lacks } from './keys.ts';
import { type Claim, isGone, isSurelyKept, type Known, type KnownAsset, type KnownJob } from './known.ts';
import { claimOf } from './learn.ts';
import { mistakesIn } from './mistakes.ts';
import { compareSubmissions, operationOf, type Submission, sourceOf } from './read-submission.ts';
import { inputOf, isKeySent, isMarkedAsReplay, type Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

/** Spec 3, 4.2: what a submission is answered by its Idempotency-Key, its input, its mistakes and the scope of its key. */
export const createSubmissions: CreateTopic = (known) => ({
  demands: (sight) => {
    const { route, owner, view } = sight;
    if (owner === null || view.request.header['content-type'] !== 'application/json') return [];
    if (route === 'submit-hair') return sight.isAnswered && sight.isPlain ? ofHair(sight, known) : [];
    return route === 'submit' ? ofSubmission(sight, known) : [];
  },
});

function ofSubmission(sight: Sight, known: Known): Demand[] {
  const { submission, view, isJudged } = sight;
  const isOfKey = isJudged && submission !== null && view.status !== 403;
  const sure = [
    // Limits and the scope of the key may be looked at before the Idempotency-Key and the input.
    ...(isOfKey ? ofKey(submission, sight, known) : []),
    ...(sight.isAnswered && sight.isPlain ? ofMistakes(sight, known) : []),
    ...(isJudged && view.status === 202 ? [isLocated, isUnmarked(isKeySent(sight, known))] : []),
  ];
  const least = sight.isAnswered && sight.isPlain ? ofAcceptance(sight, known) : [];
  return [...sure, ...least.filter(({ rule }) => !sure.some((one) => one.rule === rule))];
}

/** With any host and any encoding of the id, its path is the path of the job. */
const isLocated: Demand = {
  rule: 'SUBMIT-LOCATION',
  because: [],
  check: ({ header: { location }, body, request }) => {
    const id = isMap(body) ? body['id'] : undefined;
    if (typeof id !== 'string') return null;
    if (location === undefined) return { pointer: '/header/location', expected: `the path of ${id}`, seen: null };
    const from = `http://localhost${request.url}`;
    const path = URL.canParse(location, from) ? new URL(location, from).pathname : '';
    const [, named = ''] = /\/v1\/jobs\/([^/]+)\/?$/.exec(path) ?? [];
    return decoded(named) === id
      ? null
      : { pointer: '/header/location', expected: `the path of ${id}`, seen: location };
  },
};

function isUnmarked(isSent: boolean): Demand {
  const demand: Demand = {
    rule: 'SUBMIT-NO-REPLAY-MARK',
    because: [],
    check: ({ header }) => {
      const seen = header['idempotency-replayed'] ?? null;
      const expected = 'no mark of a replay, since it was accepted now';
      return isMarkedAsReplay(header) ? { pointer: '/header/idempotency-replayed', expected, seen } : null;
    },
  };
  return sparedAs(isSent ? 'the Idempotency-Key came before, and was refused' : null, demand);
}

function ofKey(submission: Submission, sight: Sight, known: Known): Demand[] {
  const key = sight.view.request.header['idempotency-key'];
  const name = claimOf(sight);
  const claim = name === null ? null : known.claims.get(name);
  if (key === undefined || claim === null) return [];
  const { request, form } = acceptedBy(sight, submission);
  const isValid = known.accepted.has(request) && known.accepted.has(form);
  const input = submission.input === null ? undefined : inputOf(sight, known);
  const isInputThere = isThere(input, sight, known);
  // Units may be checked first, except for a replay, which costs none.
  const isOfUnits = sight.view.status === 402;
  if (claim !== undefined && known.mayOthersAct) return ofSeenClaim(claim, submission, sight, known);
  if (claim !== undefined) return ofClaim(claim, submission, known, { isValid, isInputThere, isOfUnits });
  if (isOfUnits) return [];
  // Two reasons to refuse a request may be looked at in any order.
  const rule = isValid ? 'SUBMIT-202' : known.accepted.has(form) ? ruleOfNew(submission, sight, known) : null;
  const isNew = rule !== null && !isKeySent(sight, known);
  return isNew && input !== undefined ? ofInput(input, rule, sight, known) : [];
}

/** Of a request that has only what the specification names, and colors and opacities that were accepted. */
function ruleOfNew(submission: Submission, sight: Sight, known: Known): string | null {
  const isKnown = openParts(sight, submission).every((one) => known.accepted.has(one));
  return isKnown ? ruleOfValid(submission) : null;
}

function isThere(input: KnownAsset | undefined, sight: Sight, known: Known): boolean {
  return input?.purpose === 'input' && !isGone(input, known) && isSurelyKept(input, sight, known);
}

/** What else a request may be refused for: its values, and its input. */
type Sure = { isValid: boolean; isInputThere: boolean; isOfUnits: boolean };

function ofClaim(claim: Claim, submission: Submission, known: Known, sure: Sure): Demand[] {
  const job = known.jobs.get(claim.job);
  const compared = compareSubmissions(claim.submission, submission);
  if (job === undefined || compared === 'open') return [];
  const because = [job.id];
  if (sure.isOfUnits && (compared === 'different' || job.isDeleted)) return [];
  if (compared === 'different') return ofOther(job, because, sure);
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
    isMarked(because, why),
  ];
}

/** No key is free again so soon. */
const SURELY_CLAIMED = 60_000;

/**
 * Where others may act, any refusal is lawful: its job or its input may be deleted. What is accepted must not be another job, as
 * long as the key is certain to be claimed, by the times that the answers show.
 */
function ofSeenClaim(claim: Claim, submission: Submission, sight: Sight, known: Known): Demand[] {
  const { body, status } = sight.view;
  const [first, now] = [known.shown.get(claim.job)?.first, isMap(body) ? body : {}].map((one) =>
    parseInstant(one?.['created_at']),
  );
  const compared = compareSubmissions(claim.submission, submission);
  if (status === null || status >= 400 || compared === 'open' || typeof first !== 'number') return [];
  if (typeof now !== 'number' || now - first >= SURELY_CLAIMED) return [];
  const because = [claim.job];
  if (compared === 'different') {
    const why = 'the Idempotency-Key was used for another request';
    return [mustRefuse({ rule: 'IDEM-REUSED-409', because, why })];
  }
  const why = 'the same request was accepted under this Idempotency-Key';
  return [
    mustBe([200], { rule: 'IDEM-REPLAY-200', because, why }),
    mustShow('/id', claim.job, { rule: 'IDEM-SAME-JOB', because, why }),
    isMarked(because, why),
  ];
}

/** Another request with a claimed key is refused, regardless of its other errors. */
function ofOther({ isDeleted }: KnownJob, because: string[], { isValid, isInputThere }: Sure): Demand[] {
  const rule = isDeleted ? 'IDEM-DELETED-CLAIMED' : 'IDEM-REUSED-409';
  const reason = { rule, because, why: 'the Idempotency-Key was used for another request' };
  if (!isValid || !isInputThere) return [mustRefuse(reason)];
  return isDeleted ? [mustBe([409, 410], reason)] : mustRefuseWith(409, 'IDEMPOTENCY_KEY_REUSED', reason);
}

function isMarked(because: readonly string[], why: string): Demand {
  return {
    rule: 'IDEM-REPLAY-MARK',
    because,
    check: ({ status, header }) => {
      const seen = header['idempotency-replayed'] ?? null;
      return status !== 200 || isMarkedAsReplay(header)
        ? null
        : { pointer: '/header/idempotency-replayed', expected: `true, since ${why}`, seen };
    },
  };
}

/** The key was never sent before, and the request is valid: it is accepted if its input is there. */
function ofInput(input: KnownAsset, rule: string, sight: Sight, known: Known): Demand[] {
  // What is deleted may have expired meanwhile.
  if (input.purpose !== 'input' || !isSurelyKept(input, sight, known)) return [];
  const because = [input.id];
  if (isGone(input, known)) {
    const reason = { rule: 'SUBMIT-DELETED-INPUT-404', because, why: DELETED };
    return mustRefuseWith(404, 'ASSET_NOT_FOUND', reason);
  }
  return [mustBe([202], { rule, because, why: 'the request is valid and its input asset is there' })];
}

const SCOPE_RULES: Readonly<Record<string, string>> = { no_skin: 'SKIN-SCOPE-403', no_makeup: 'MAKEUP-SCOPE-403' };

function ruleOfScope(key: string): string {
  return SCOPE_RULES[key] ?? 'AUTH-SCOPE-403';
}

/** A request that must be refused creates no job, regardless of the order of checks and of other errors. */
function ofAcceptance(sight: Sight, known: Known): Demand[] {
  const { view, key } = sight;
  const { url, body, text } = view.request;
  const operation = operationOf(url);
  if (operation === null || view.status !== 202) return [];
  const notAccepted = (rule: string, why: string) => mustNotBe([202], { rule, because: [], why });
  const scope = lacks(key, operation) ? [notAccepted(ruleOfScope(key), `the key lacks ${operation}`)] : [];
  const mistakes = mistakesIn(operation, body, text) ?? [];
  const input = inputOf(sight, known);
  const isDeleted = input?.purpose === 'input' && isGone(input, known) && isSurelyKept(input, sight, known);
  return [
    ...scope,
    ...mistakes.slice(0, 1).map((rule) => notAccepted(rule, NO_MATCH)),
    ...(isDeleted ? [notAccepted('SUBMIT-DELETED-INPUT-404', DELETED)] : []),
  ];
}

const NO_MATCH = 'the body does not match the specification';
const DELETED = 'its input asset was deleted';

/** A submission with one mistake, or with a key that lacks the scope, that is otherwise like one that was accepted. */
function ofMistakes(sight: Sight, known: Known): Demand[] {
  const { view, key } = sight;
  const { url, body, text } = view.request;
  const operation = operationOf(url);
  if (operation === null || !known.accepted.has(formOf(sight))) return [];
  const mistakes = mistakesIn(operation, body, text);
  if (mistakes === null) return [];
  if (lacks(key, operation)) return mistakes.length === 0 ? ofScope(operation, sight, known) : [];
  const [rule, ...more] = mistakes;
  // Units and limits may be looked at first.
  if (rule === undefined || more.length > 0 || view.status === 402 || view.status === 403) return [];
  if (isKeySent(sight, known)) return [];
  if (sourceOf(body) !== null && !isThere(inputOf(sight, known), sight, known)) return [];
  return [mustBe([400], { rule, because: [], why: NO_MATCH })];
}

/** The body is a draft: a form that was accepted once may be refused for nothing but its input and the scope of its key. */
function ofHair(sight: Sight, known: Known): Demand[] {
  const { accepted } = known;
  const { submission, key, view } = sight;
  if (submission === null || !lacks(key, submission.operation)) return [];
  // Units, its Idempotency-Key and its input may be looked at first.
  if (view.status === 400 || view.status === 402 || isKeySent(sight, known)) return [];
  if (!isThere(inputOf(sight, known), sight, known)) return [];
  if (!accepted.has(formOf(sight)) || !accepted.has(acceptedBy(sight, submission).request)) return [];
  const reason = { rule: 'HAIR-SCOPE-403', because: [], why: 'the key has no scope for hair' };
  return [mustBe([403], reason)];
}

function ofScope(operation: string, sight: Sight, known: Known): Demand[] {
  const { submission, key, view } = sight;
  if (view.status === 402 || isKeySent(sight, known)) return [];
  const values = submission === null ? null : acceptedBy(sight, submission).values;
  const isValid = values?.every((value) => known.accepted.has(value)) ?? false;
  if (!isValid || !isThere(inputOf(sight, known), sight, known)) return [];
  // A limit may answer 403 as well.
  return [mustBe([403], { rule: ruleOfScope(key), because: [], why: `the key lacks ${operation}` })];
}
