import { ApiError, ERROR_TABLE, type ErrorKind } from '../../domain/errors.ts';
import { errorDetail } from '../../domain/refusals/error-detail.ts';
import type { DocumentEdits } from '../../world/world.ts';
import { flagField, listOf, nullable, objectOf, ref, type Schema, type Source, textField } from './schema.ts';

type Edit = DocumentEdits['refusal'];
type Refusal = { when: string; source: Source };

/** When each refusal occurs, and the source of its name. Three occur before a path, so no operation has them. */
export const REFUSALS: Record<Exclude<ErrorKind, 'headers_too_large' | 'request_timeout' | 'not_served'>, Refusal> = {
  invalid_request: refusedWhen('the request is not valid: `details` names the places', 'spec 7'),
  duplicate_concern: refusedWhen('`concerns` names one twice', 'spec 4.2; code: reading 14'),
  invalid_cursor: refusedWhen('the cursor belongs to other filters, or to another caller', 'spec 7'),
  invalid_api_key: refusedWhen(
    'no usable key: missing, unknown, revoked, expired, or of a disabled account',
    'spec 5.5',
  ),
  insufficient_credits: refusedWhen('too few spendable units, while they are enforced', 'spec 7'),
  insufficient_scope: refusedWhen('the key lacks the scope', 'spec 5.5'),
  ip_not_allowed: refusedWhen('the key is not allowed from this address', 'spec 5.5'),
  job_not_found: refusedWhen('this key has no such job, or no longer', 'spec 7'),
  asset_not_found: refusedWhen('this key has no such asset, or no longer', 'spec 7'),
  path_not_found: refusedWhen(
    'the account does not have this operation; same as an unknown path',
    'spec 1; code: reading 15',
  ),
  idempotency_key_reused: refusedWhen('the `Idempotency-Key` was used for another request', 'spec 7'),
  job_not_cancellable: refusedWhen('the job has succeeded or failed', 'spec 7'),
  job_in_progress: refusedWhen('the job is not final yet', 'spec 7'),
  asset_owned_by_job: refusedWhen('the asset is a result, and is deleted only with its job', 'spec 7'),
  job_deleted: refusedWhen('the job of this `Idempotency-Key` was deleted', 'spec 7'),
  asset_expired: refusedWhen('the input asset has expired', 'spec 4.2; code: reading 14'),
  payload_too_large: refusedWhen('the body is too large', 'spec 7; code: reading 14; limit: reading 2'),
  rate_limited: refusedWhen(
    'too many requests, or too many jobs today: wait for `Retry-After`',
    'spec 7; code: reading 14',
  ),
  internal_error: refusedWhen('the service failed', 'spec 7; code: reading 14'),
  service_unavailable: refusedWhen(
    'a store cannot be read: wait for `Retry-After`; the key may be valid',
    'spec 5.5, 7',
  ),
};

export type OperationError = keyof typeof REFUSALS;

/** Section 2.4. */
export function errorSchemas(refusal: Edit): Readonly<Record<string, Schema>> {
  const kinds = Object.keys(ERROR_TABLE) as ErrorKind[];
  const codes = [...new Set(kinds.map((kind) => refusal(new ApiError(kind)).code))];
  return {
    ErrorResponse: objectOf('spec 2.4', 'The body of every refusal', { error: ref('ErrorDetail') }),
    ErrorDetail: objectOf(
      'spec 2.4',
      'What went wrong',
      {
        code: textField('The code for programs; more codes may be added', { 'x-extensible-enum': codes }),
        message: textField('For people only'),
        request_id: textField('Keep it in your logs'),
        details: ref('ErrorPlaces'),
        doc_url: nullable(textField(''), 'A page with more information'),
        retryable: nullable(flagField(''), 'Whether the same request may work later'),
      },
      ['details', 'doc_url', 'retryable'],
    ),
    ErrorPlaces: objectOf(
      'spec 2.4; shape: reading 62',
      'The wrong parts of the request',
      { fields: listOf(ref('ErrorPlace'), 'The places, each once') },
      ['fields'],
    ),
    ErrorPlace: objectOf('reading 62', 'A part of the request that is wrong', {
      path: textField('Such as `inputs[0].asset_id`, or the name of a header or parameter'),
      problem: textField('What is wrong with it'),
    }),
  };
}

/** The refusals of an operation, by status. Each refers to a response that operations share. */
export function errorResponses(errors: readonly OperationError[]): Record<string, Schema> {
  return Object.fromEntries(
    groupsOf(errors).map(({ status, kinds }) => [status, { $ref: `#/components/responses/${nameOf(kinds)}` }]),
  );
}

/** The responses that operations share, with the meaning of each code and an example. */
export function sharedResponses(
  operations: readonly (readonly OperationError[])[],
  refusal: Edit,
): Readonly<Record<string, Schema>> {
  const groups = operations.flatMap(groupsOf);
  return Object.fromEntries(groups.map(({ kinds }) => [nameOf(kinds), errorResponse(kinds, refusal)]));
}

function groupsOf(errors: readonly OperationError[]): { status: string; kinds: OperationError[] }[] {
  const ordered = (Object.keys(REFUSALS) as OperationError[]).filter((kind) => errors.includes(kind));
  const statuses = new Set(ordered.map((kind) => ERROR_TABLE[kind].status));
  return [...statuses].map((status) => ({
    status: String(status),
    kinds: ordered.filter((kind) => ERROR_TABLE[kind].status === status),
  }));
}

/** Such as `InsufficientScopeOrIpNotAllowed`. */
function nameOf(kinds: readonly OperationError[]): string {
  const names = kinds.map((kind) => kind.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()));
  return names.join('Or');
}

function errorResponse(kinds: readonly OperationError[], refusal: Edit): Schema {
  const codes = kinds.map((kind) => ({ code: refusal(new ApiError(kind)).code, ...REFUSALS[kind] }));
  const waits = kinds.some((kind) => ['rate_limited', 'service_unavailable'].includes(kind));
  return {
    description: codes.map(({ code, when }) => `\`${code}\`: ${when}`).join('; '),
    'x-codes': codes,
    ...(waits && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
    content: {
      'application/json': {
        schema: ref('ErrorResponse'),
        examples: Object.fromEntries(kinds.map((kind) => [kind, exampleOf(kind, refusal)])),
      },
    },
  };
}

function exampleOf(kind: OperationError, refusal: Edit) {
  return { summary: REFUSALS[kind].when, value: errorDetail(refusal(new ApiError(kind)), 'req_01').body };
}

function refusedWhen(when: string, source: Source): Refusal {
  return { when, source };
}
