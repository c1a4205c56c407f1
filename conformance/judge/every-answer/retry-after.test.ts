import { describe, expect, it } from 'vitest';
import { cancelled, errorBody, exchange, job, READ, violations } from './testing/answers.ts';

const SUBMIT = 'POST /v1/makeup/try-ons';
const busy = errorBody({ code: 'SERVICE_UNAVAILABLE' });

describe('A Retry-After', () => {
  it.each([
    ['SUBMIT-RETRY-AFTER', SUBMIT, 202, job()],
    ['CANCEL-RETRY-AFTER', 'POST /v1/jobs/job_1/cancel', 202, job()],
    ['RETRY-AFTER-POLL', READ, 200, job({ status: 'running' })],
    ['RETRY-AFTER-429', SUBMIT, 429, errorBody()],
    ['RETRY-AFTER-503', READ, 503, busy],
  ])('is required by %s, in whole seconds', (rule, request, status, body) => {
    const answer = (headers: Record<string, string>) =>
      violations(exchange(request, { status, body, headers: { ETag: '"1"', ...headers } }));
    expect(answer({})).toEqual([rule]);
    expect(answer({ 'retry-after': '0' })).toEqual([]);
    for (const odd of ['1.5', '-1', 'soon', '', 'Wed, 21 Oct 2026 07:28:00 GMT'])
      expect(answer({ 'Retry-After': odd })).toEqual(['RETRY-AFTER-SECONDS']);
  });

  it.each([
    ['a job that has ended', exchange(READ, { body: cancelled(), headers: { ETag: '"1"' } })],
    ['a replay', exchange(SUBMIT, { body: job() })],
    ['a job that is unchanged', exchange(READ, { status: 304 })],
  ])('is not required for %s', (_, one) => expect(violations(one)).toEqual([]));
});
