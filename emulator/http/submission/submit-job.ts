import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { orderOfChecks } from '../../domain/check-order.ts';
import { ApiError } from '../../domain/errors.ts';
import { pathTo } from '../../domain/routes.ts';
import { digestOf } from '../../domain/values/digest.ts';
import type { Operation } from '../../domain/vocabulary.ts';
import { doDueWork, execute, nowIn } from '../../runtime/world-host.ts';
import { firstState } from '../../world/jobs.ts';
import { requireLimits, requireThere, type SubmitResult } from '../../world/verbs/submit-job.ts';
import type { WireAnswer } from '../../world/wire.ts';
import type { World } from '../../world/world.ts';
import { readAllowedBody } from '../body.ts';
import { jobAnswer } from '../jobs.ts';
import type { ApiRequest, Handler } from '../request.ts';
import { requireScope } from '../scope.ts';
import { requireStillThere } from '../still-there.ts';
import { inputIdsIn, parseForm, type SubmissionForm } from './form.ts';
import { isIdempotencyKey } from './idempotency-key.ts';
import { alone } from './under-way.ts';

/** A submission that is being handled, with the readings at its arrival. */
type Submitting = { request: ApiRequest; operation: Operation; readings: Readings };

export function submitJob(operation: Operation): Handler {
  return (request) => {
    const { readings } = request.host.world.settings;
    return alone(request, operation, () => submitted({ request, operation, readings }));
  };
}

/** Spec 4.2, in the order of reading 20: scope, size, content type and fields; the verb decides the rest. */
async function submitted(submitting: Submitting): Promise<WireAnswer> {
  const { request, operation, readings } = submitting;
  const { host, caller } = request;
  const scope = refusalOf(() => requireScope(request, operation));
  const bytes = await readAllowed(submitting, scope);
  const { submission, idempotencyKey } = parseAllowed(submitting, bytes);
  if (scope !== null) throw scope;
  requireStillThere(request);
  try {
    const result = execute(host, 'submit', { caller, submission, idempotencyKey });
    const isAsItIs = readings.accepted_job === 'as_it_is';
    if (isAsItIs) doDueWork(host);
    if (isAsItIs && !result.replayed && readings.replay_state === 'first')
      execute(host, 'keep_first_state', { job: result.job.id });
    const job = host.world.state.jobs.get(result.job.id) ?? result.job;
    return submissionAnswer(host.world, submitting, { replayed: result.replayed, job });
  } catch (refusal) {
    claimRefused(submitting, refusal, () => host.world.rules.fingerprint(submission));
    throw refusal;
  }
}

function refusalOf(check: () => void): unknown {
  try {
    check();
    return null;
  } catch (refusal) {
    return refusal;
  }
}

/**
 * Reads the body of a request if its scope is granted, or is checked only after the form. The bodies of other requests
 * are not read.
 */
function readAllowed(submitting: Submitting, scope: unknown): Promise<Uint8Array> {
  const { request, readings } = submitting;
  return scope === null ? readAllowedBody(request, readings.submit_max_bytes) : readRefused(submitting, scope);
}

async function readRefused({ request, readings }: Submitting, scope: unknown): Promise<Uint8Array> {
  const { scope_and_form, size_and_scope } = readings.check_order;
  if (scope_and_form === 'scope_first' && size_and_scope === 'scope_first') throw scope;
  let bytes: Uint8Array;
  try {
    bytes = await readAllowedBody(request, readings.submit_max_bytes);
  } catch (tooLarge) {
    throw size_and_scope === 'scope_first' ? scope : tooLarge;
  }
  if (scope_and_form === 'scope_first') throw scope;
  return bytes;
}

function parseAllowed(submitting: Submitting, bytes: Uint8Array): SubmissionForm {
  const { request, operation, readings } = submitting;
  try {
    return parseForm(request, { operation, bytes, readings });
  } catch (refusal) {
    checkBeforeForm(submitting, bytes);
    claimRefused(submitting, refusal, () => digestOf(bytes));
    throw refusal;
  }
}

/** Reading 20: the checks that refuse a submission before its malformed form does, in the order of the other checks. */
function checkBeforeForm({ request: { host, caller }, operation, readings }: Submitting, bytes: Uint8Array): void {
  const { form_and_input, form_and_limits } = readings.check_order;
  if (form_and_input === 'form_first' && form_and_limits === 'form_first') return;
  nowIn(host);
  for (const check of orderOfChecks(readings)) {
    if (check === 'inputs' && form_and_input === 'input_first') requireThere(host.world, caller, inputIdsIn(bytes));
    if (check === 'limits' && form_and_limits === 'limits_first')
      requireLimits(host.world, { caller, submission: { operation } });
  }
}

/** Reading 60: a 400 claims the key of its request if the reading says so; otherwise the key stays unused. */
function claimRefused({ request, operation, readings }: Submitting, refusal: unknown, fingerprint: () => string): void {
  const { host, caller, headers } = request;
  const idempotencyKey = headers['idempotency-key'] ?? '';
  const isBad = refusal instanceof ApiError && refusal.status === 400;
  if (readings.refused_request_claims_key === 'free' || !isBad || !isIdempotencyKey(idempotencyKey, readings)) return;
  requireStillThere(request);
  execute(host, 'claim_key', { caller, submission: { operation }, idempotencyKey, fingerprint: fingerprint() });
}

function submissionAnswer(world: World, { readings }: Submitting, { replayed, job }: SubmitResult): WireAnswer {
  const shown: Record<string, string> = { Location: pathTo('readJob', encodeURIComponent(job.id)) };
  if (!replayed) return jobAnswer(world, 202, job, shown);
  shown['Idempotency-Replayed'] = 'true';
  return jobAnswer(world, 200, readings.replay_state === 'first' ? firstState(world, job) : job, shown);
}
