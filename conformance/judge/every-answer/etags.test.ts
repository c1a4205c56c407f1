import { describe, expect, it } from 'vitest';
import { ETAG, exchange, type Fake, job, READ, succeeded, verdicts, violations } from './testing/answers.ts';

const running = job({ status: 'running', updated_at: '2026-01-01T00:00:02Z' });

function read(body: unknown, tag: string | null, more: Fake = {}) {
  return exchange(READ, { body, headers: { 'Retry-After': '1', ...(tag !== null && { ETag: tag }) }, ...more });
}

function unchanged(sent: string, answered: string | null = sent, key = 'primary') {
  const headers: Record<string, string> = answered === null ? {} : { ETag: answered };
  return exchange(READ, { status: 304, headers, sent: { 'If-None-Match': sent, 'X-API-Key': key } });
}

const asked = (tag: string) => ({ sent: { 'If-None-Match': tag } });

describe('The ETag of a read', () => {
  it('is required', () => {
    expect(verdicts(read(job(), '"1"'))).toMatchObject({ 'ETAG-ON-READ': 'held' });
    expect(violations(read(job(), null))).toEqual(['ETAG-ON-READ']);
    expect(violations(read(job(), ''))).toEqual(['ETAG-ON-READ']);
  });

  it('differs for another body', () => {
    expect(verdicts(read(job(), '"1"'), read(running, '"2"'))).toMatchObject({ 'ETAG-CHANGES': 'held' });
    expect(violations(read(job(), '"1"'), read(running, '"1"'))).toEqual(['ETAG-CHANGES']);
    expect(violations(read(job(), '"1"'), read(running, '"2"'), read(succeeded(), '"1"'))).toEqual(['ETAG-CHANGES']);
  });

  it('may be weak, and then unchanged for an equivalent body', () => {
    const touched = job({ updated_at: '2026-01-01T00:00:01Z' });
    expect(violations(read(job(), 'W/"1"'), read(touched, 'W/"1"'))).toEqual([]);
    expect(violations(read(job(), 'W/"1"'), read(running, 'W/"1"'))).toEqual(['ETAG-CHANGES']);
  });

  it('is the same for the same body', () => {
    expect(verdicts(read(job(), '"1"'), read(job(), '"1"'))).toMatchObject({ 'ETAG-STABLE': 'held' });
    expect(violations(read(job(), '"1"'), read(job(), '"2"'))).toEqual(['ETAG-STABLE']);
  });

  it('may differ for another key', () => {
    const other = read(job(), '"2"', { sent: { 'X-API-Key': 'second' } });
    expect(violations(read(job(), '"1"'), other)).toEqual([]);
  });
});

describe('A 304', () => {
  it('is the answer to the tag of the unchanged body', () => {
    expect(verdicts(read(job(), '"1"'), unchanged('"1"'))).toMatchObject({ 'ETAG-304': 'held' });
    expect(violations(read(job(), '"1"'), unchanged('"1"', null))).toEqual([]);
    expect(violations(read(job(), 'W/"1"'), unchanged('W/"1"', '"1"'))).toEqual([]);
    const cancel = exchange('POST /v1/jobs/job_1/cancel', { status: 202, body: job(), headers: ETAG });
    expect(violations(cancel, unchanged('"1"'))).toEqual([]);
  });

  it.each([
    ['another tag comes with it', [read(job(), '"1"'), unchanged('"1"', '"2"')]],
    ['no answer contained the tag', [read(job(), '"1"'), unchanged('"9"')]],
    ['the body has changed since', [read(job(), '"1"'), read(running, '"2"'), unchanged('"1"')]],
  ])('is wrong if %s', (_, exchanges) => expect(violations(...exchanges)).toEqual(['ETAG-304']));

  it('is required if the body of the tag would be sent again', () => {
    expect(violations(read(job(), '"1"'), read(job(), '"1"', asked('"1"')))).toEqual(['ETAG-304']);
    expect(verdicts(read(job(), '"1"'), read(running, '"2"', asked('"1"')))).toMatchObject({ 'ETAG-304': 'held' });
  });

  it.each(['*', '"1", "2"'])('is optional for %s', (sent) => {
    expect(violations(read(job(), '"1"'), read(job(), '"1"', asked(sent)))).toEqual([]);
    expect(violations(read(job(), '"1"'), unchanged(sent, '"1"'))).toEqual([]);
  });

  it('is correct for a tag that was given to another key', () => {
    expect(violations(read(job(), '"1"'), unchanged('"1"', null, 'second'))).toEqual([]);
  });
});
