import { describe, expect, it } from 'vitest';
import { ApiError, ERROR_TABLE, type ErrorKind, invalidFields } from '../errors.ts';
import { errorDetail } from './error-detail.ts';

const KINDS = Object.keys(ERROR_TABLE) as ErrorKind[];

describe('errorDetail', () => {
  it.each([
    ['invalid_request', 400, 'INVALID_REQUEST', false],
    ['duplicate_concern', 400, 'INVALID_REQUEST', false],
    ['invalid_cursor', 400, 'INVALID_CURSOR', false],
    ['invalid_api_key', 401, 'INVALID_API_KEY', false],
    ['insufficient_credits', 402, 'INSUFFICIENT_CREDITS', false],
    ['insufficient_scope', 403, 'INSUFFICIENT_SCOPE', false],
    ['ip_not_allowed', 403, 'API_KEY_IP_NOT_ALLOWED', false],
    ['job_not_found', 404, 'JOB_NOT_FOUND', false],
    ['asset_not_found', 404, 'ASSET_NOT_FOUND', false],
    ['path_not_found', 404, 'NOT_FOUND', false],
    ['idempotency_key_reused', 409, 'IDEMPOTENCY_KEY_REUSED', false],
    ['job_not_cancellable', 409, 'JOB_NOT_CANCELLABLE', false],
    ['job_in_progress', 409, 'JOB_IN_PROGRESS', false],
    ['asset_owned_by_job', 409, 'ASSET_OWNED_BY_JOB', false],
    ['job_deleted', 410, 'JOB_DELETED', false],
    ['asset_expired', 410, 'ASSET_EXPIRED', false],
    ['payload_too_large', 413, 'PAYLOAD_TOO_LARGE', false],
    ['rate_limited', 429, 'RATE_LIMITED', true],
    ['internal_error', 500, 'INTERNAL_ERROR', true],
    ['service_unavailable', 503, 'SERVICE_UNAVAILABLE', true],
  ] as const)('for %s is %d %s', (kind, status, code, retryable) => {
    const message = expect.stringMatching(/./);
    expect(errorDetail(new ApiError(kind), 'req_1')).toEqual({
      status,
      body: { error: { code, message, request_id: 'req_1', retryable } },
    });
  });

  it('has the status and the code that the refusal sets', () => {
    const error = new ApiError('invalid_request').as({ status: 422, code: 'OF_ANOTHER_SERVER' });
    const { status, body } = errorDetail(error, 'req_1');
    expect([status, body.error.code]).toEqual([422, 'OF_ANOTHER_SERVER']);
  });

  it.each(KINDS)('for %s does not contain the reason for the refusal', (kind) => {
    const because = { rule: 'RULE-1', section: '4', compared: { secret: 'inner state' } };
    const text = JSON.stringify(errorDetail(new ApiError(kind, { because }), 'req_1'));
    expect(text).not.toMatch(/RULE-1|inner state/);
  });
});

describe('invalidFields', () => {
  it('lists every invalid field in details and in the message (reading 62)', () => {
    const fields = [
      { path: 'limit', problem: 'is too large' },
      { path: 'cursor', problem: 'is given twice' },
    ];
    expect(errorDetail(invalidFields(fields), 'req_1').body.error).toEqual({
      code: 'INVALID_REQUEST',
      message: 'limit: is too large; cursor: is given twice',
      request_id: 'req_1',
      details: { fields },
      retryable: false,
    });
  });
});
