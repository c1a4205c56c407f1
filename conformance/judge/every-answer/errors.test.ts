import { describe, expect, it } from 'vitest';
import { ETAG, errorBody, exchange, READ, verdicts, violations } from './testing/answers.ts';

const missing = (body: unknown, request = READ, status = 404) => violations(exchange(request, { status, body }));

describe('The body of an error', () => {
  it.each([
    [errorBody()],
    [errorBody({ details: {}, doc_url: null, retryable: null, more: 1 })],
    [errorBody({ doc_url: 'https://docs.test', retryable: false })],
  ])('is accepted: %j', (body) => expect(missing(body)).toEqual([]));

  it.each([
    ...[undefined, '<html>', { message: 'no' }, { error: 'no' }],
    ...[{ code: undefined }, { code: '' }, { message: 1 }, { request_id: undefined }].map(errorBody),
    ...[{ details: [] }, { doc_url: 1 }, { retryable: 'no' }].map(errorBody),
  ])('is rejected: %j', (body) => expect(missing(body)).toEqual(['ERROR-SHAPE']));

  it('must be text: bytes that are not UTF-8 are rejected', () => {
    const answered = exchange(READ, { status: 404 });
    const body = { kind: 'bytes', size: 80, sha256: '0', image: null } as const;
    expect(violations({ ...answered, answer: { status: 404, headers: [], body } })).toEqual(['ERROR-SHAPE']);
  });

  it.each(['job_a.b', 'job_a~b', 'job_%C3%A9%2Fx', `job_${'a'.repeat(2000)}`])(
    'is checked whatever the id: %s',
    (id) => {
      expect(missing({ error: {} }, `GET /v1/jobs/${id}`)).toEqual(['ERROR-SHAPE']);
      expect(missing('<html>', `GET /v1/assets/${id}`, 400)).toEqual(['ERROR-SHAPE']);
      expect(missing('<html>', `GET /v1/assets/${id}`, 414)).toEqual([]);
    },
  );

  it.each([
    ['GET /v1/unknown', 404],
    ['GET /v1/jobs/', 404],
    ['GET /v1/jobs/%00', 400],
    ['PUT /v1/jobs', 405],
    ['GET /v1/assets', 404],
    ['POST /v1/jobs/job_1/cancel', 404],
    ['GET /v1/credits/balance', 404],
    ['GET /v1/assets/asset_1/content', 404],
    ['GET /v1/jobs/job_1', 502],
  ])('is not checked if the specification does not describe it: %s, %i', (request, status) => {
    expect(missing('<html>', request, status)).toEqual([]);
  });

  it('is checked if an optional operation answers with an error', () => {
    expect(missing({ error: {} }, 'POST /v1/jobs/job_1/cancel')).toEqual(['ERROR-SHAPE']);
    expect(missing('<html>', 'GET /v1/assets', 400)).toEqual(['ERROR-SHAPE']);
  });

  it('must have a code that matches its status', () => {
    const forbidden = (code: string) => missing(errorBody({ code }), READ, 403);
    expect(forbidden('INSUFFICIENT_SCOPE')).toEqual([]);
    expect(forbidden('FORBIDDEN')).toEqual(['ERROR-403-CODE']);
    const busy = (change: Record<string, unknown>) => {
      const body = errorBody({ code: 'SERVICE_UNAVAILABLE', ...change });
      return violations(exchange(READ, { status: 503, body, headers: { 'Retry-After': '2' } }));
    };
    expect(busy({})).toEqual([]);
    expect(busy({ code: 'BUSY' })).toEqual(['ERROR-503-CODE']);
    expect(busy({ retryable: false })).toEqual(['ERROR-RETRYABLE-RIGHT']);
    const retryable = errorBody({ code: 'INVALID_API_KEY', retryable: true });
    expect(missing(retryable, READ, 401)).toEqual(['ERROR-RETRYABLE-RIGHT']);
  });
});

describe('The request id of an error', () => {
  const error = (request_id: string) => exchange(READ, { status: 404, body: errorBody({ request_id }) });

  it('is unique', () => {
    expect(verdicts(error('a'), error('b'))).toMatchObject({ 'ERROR-REQUEST-ID': 'held' });
    expect(verdicts(error('a'), error('b'), error('a'))).toMatchObject({ 'ERROR-REQUEST-ID': 'violated' });
  });

  it('gives no evidence if there is only one', () => {
    expect(verdicts(error('a'))).not.toHaveProperty('ERROR-REQUEST-ID');
  });
});

describe('The status of an answer', () => {
  it.each([
    [READ, 418, ['STATUS-LISTED']],
    ['POST /v1/skin/analyses', 422, ['STATUS-LISTED']],
    ['POST /v1/skin/analyses', 500, []],
    ['POST /v1/assets', 415, []],
    ['GET /v1/assets/asset_1/content', 410, []],
  ])('to %s with %i is accepted, or breaks a rule', (request, status, violated) => {
    expect(missing(errorBody(), request, status)).toEqual(violated);
  });

  it('to a deletion is 204', () => {
    expect(violations(exchange('DELETE /v1/jobs/job_1', { status: 204 }))).toEqual([]);
    expect(violations(exchange('DELETE /v1/jobs/job_1', { status: 200, headers: ETAG }))).toEqual(['STATUS-LISTED']);
  });
});
