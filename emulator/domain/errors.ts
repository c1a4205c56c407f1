type ErrorRow = {
  status: number;
  /** As in the spec, or by readings 14 and 15 if the spec shows none. */
  code: string;
  retryable: boolean;
  message: string;
};

/** Section 7: every refusal on `/v1`. Cases that a caller must not distinguish have the same message. */
export const ERROR_TABLE = {
  invalid_request: row(400, 'INVALID_REQUEST', false, 'The request is not valid.'),
  duplicate_concern: row(400, 'INVALID_REQUEST', false, 'A concern is named twice.'),
  invalid_cursor: row(400, 'INVALID_CURSOR', false, 'The cursor does not belong to this caller and these filters.'),
  invalid_api_key: row(401, 'INVALID_API_KEY', false, 'The X-API-Key header holds no usable key.'),
  insufficient_credits: row(402, 'INSUFFICIENT_CREDITS', false, 'The account has too few spendable units.'),
  insufficient_scope: row(403, 'INSUFFICIENT_SCOPE', false, 'The key does not carry the scope of this operation.'),
  ip_not_allowed: row(403, 'API_KEY_IP_NOT_ALLOWED', false, 'The key is not allowed from this address.'),
  job_not_found: row(404, 'JOB_NOT_FOUND', false, 'There is no such job.'),
  asset_not_found: row(404, 'ASSET_NOT_FOUND', false, 'There is no such asset.'),
  path_not_found: row(404, 'NOT_FOUND', false, 'There is nothing at this path.'),
  idempotency_key_reused: row(
    409,
    'IDEMPOTENCY_KEY_REUSED',
    false,
    'The Idempotency-Key was used for another request.',
  ),
  job_not_cancellable: row(409, 'JOB_NOT_CANCELLABLE', false, 'The job has already finished.'),
  job_in_progress: row(409, 'JOB_IN_PROGRESS', false, 'The job has not finished yet.'),
  asset_owned_by_job: row(409, 'ASSET_OWNED_BY_JOB', false, 'A result asset is deleted together with its job.'),
  job_deleted: row(410, 'JOB_DELETED', false, 'The job of this Idempotency-Key was deleted.'),
  asset_expired: row(410, 'ASSET_EXPIRED', false, 'The input asset has expired.'),
  payload_too_large: row(413, 'PAYLOAD_TOO_LARGE', false, 'The request body is too large.'),
  headers_too_large: row(431, 'INVALID_REQUEST', false, 'The request headers are too large, or too many.'),
  request_timeout: row(408, 'INVALID_REQUEST', true, 'The request did not arrive in time.'),
  rate_limited: row(429, 'RATE_LIMITED', true, 'Too many requests were admitted.'),
  internal_error: row(500, 'INTERNAL_ERROR', true, 'Something went wrong in the service.'),
  not_served: row(
    400,
    'INVALID_REQUEST',
    false,
    'The request asks for a tunnel (CONNECT), or its body has a transfer coding other than chunked.',
  ),
  service_unavailable: row(503, 'SERVICE_UNAVAILABLE', true, 'The service cannot answer this now.'),
} satisfies Record<string, ErrorRow>;

export type ErrorKind = keyof typeof ERROR_TABLE;

/** One problem in one part of a request (reading 62). */
export type FieldProblem = { path: string; problem: string };

/** Why a request was refused: for the journal only, and never sent to the caller. */
export type Because = { rule: string; section: string; compared: Record<string, unknown> };

/** The subject of a refusal, for kinds of refusals that may be answered differently by subject. */
type About = 'id' | 'image' | 'media_type' | 'image_sides' | 'quota' | 'wrong_method';

/** What may differ from the row of the kind. */
type Refusal = {
  message?: string;
  fields?: readonly FieldProblem[];
  retryAfterSeconds?: number | null;
  because?: Because | null;
  about?: About | null;
  code?: string;
  status?: number;
  retryable?: boolean;
};

/** A refusal that is sent to the caller. Any other error that is thrown is an internal error. */
export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;
  readonly because: Because | null;
  readonly about: About | null;
  readonly code: string;
  readonly status: number;
  readonly retryable: boolean;

  constructor(kind: ErrorKind, refusal: Refusal = {}) {
    super(refusal.message ?? ERROR_TABLE[kind].message);
    this.kind = kind;
    this.fields = refusal.fields ?? [];
    this.retryAfterSeconds = refusal.retryAfterSeconds ?? null;
    this.because = refusal.because ?? null;
    this.about = refusal.about ?? null;
    this.code = refusal.code ?? ERROR_TABLE[kind].code;
    this.status = refusal.status ?? ERROR_TABLE[kind].status;
    this.retryable = refusal.retryable ?? ERROR_TABLE[kind].retryable;
  }

  /** The same refusal with a different answer. */
  as(changes: Refusal): ApiError {
    return new ApiError(this.kind, { ...this, message: this.message, ...changes });
  }
}

/** A 400 that lists each invalid field in `details` and in the message. */
export function invalidFields(
  fields: readonly FieldProblem[],
  because: Because = { rule: 'REQUEST-400', section: '4', compared: { fields } },
  { kind = 'invalid_request', about = null }: { kind?: ErrorKind; about?: About | null } = {},
): ApiError {
  const message = fields.map((field) => `${field.path}: ${field.problem}`).join('; ');
  return new ApiError(kind, { message, fields, because, about });
}

function row(status: number, code: string, retryable: boolean, message: string): ErrorRow {
  return { status, code, retryable, message };
}
