import { describe, expect, it } from 'vitest';
import {
  cancelled,
  ETAG,
  errorBody,
  exchange,
  type Fake,
  failed,
  job,
  READ,
  succeeded,
  verdicts,
  violations,
} from './testing/answers.ts';

function read(body: unknown, more: Fake = {}) {
  return exchange(READ, {
    body,
    headers: { ...ETAG, ETag: `"${Buffer.from(JSON.stringify(body)).toString('hex')}"` },
    ...more,
  });
}

const running = job({ status: 'running', updated_at: '2026-01-01T00:00:02Z' });

describe('The history of a job', () => {
  it.each([
    [[job(), running, succeeded()]],
    [[job(), running, failed()]],
    [[job(), cancelled()]],
    [[running, cancelled()]],
    [[job(), succeeded(), succeeded()]],
  ])('moves forward', (bodies) => {
    const reads = bodies.map((body) => read(body));
    for (let count = 1; count <= reads.length; count += 1) expect(violations(...reads.slice(0, count))).toEqual([]);
  });

  it.each([
    [running, job({ updated_at: '2026-01-01T00:00:03Z' }), ['JOB-FORWARD-ONLY']],
    [succeeded(), failed(), ['JOB-FORWARD-ONLY', 'JOB-TERMINAL-FROZEN']],
    [succeeded(), succeeded({ type: 'makeup.try_on', revision: 2 }), ['JOB-TERMINAL-FROZEN']],
    [failed(), failed({ code: 'PROCESSING_FAILED', message: 'another' }), ['JOB-TERMINAL-FROZEN']],
    [job(), job({ operation: 'skin.analyze' }), ['JOB-FROZEN-FIELDS']],
    [job(), job({ inputs: [] }), ['JOB-FROZEN-FIELDS']],
    [job(), job({ created_at: '2026-01-01T00:00:00.001Z' }), ['JOB-FROZEN-FIELDS']],
    [running, job({ status: 'running' }), ['JOB-TIMES-ORDER']],
  ])('breaks a rule if it does not move forward', (earlier, later, rules) => {
    expect(violations(read(earlier), read(later))).toEqual(rules);
  });

  it('is checked against every earlier answer of any operation', () => {
    const list = () => exchange('GET /v1/jobs', { body: { data: [{ id: 'job_1', status: 'queued' }] } });
    expect(violations(read(job()), read(running), list())).toEqual(['JOB-FORWARD-ONLY']);
    const accepted = exchange('POST /v1/makeup/try-ons', { status: 202, body: job(), headers: ETAG });
    expect(verdicts(accepted, read(running))).toMatchObject({ 'JOB-FORWARD-ONLY': 'held' });
    const late = () => exchange('POST /v1/jobs/job_1/cancel', { status: 202, body: running, headers: ETAG });
    expect(violations(read(succeeded()), late())).toContain('JOB-FORWARD-ONLY');
  });

  it('is independent of other jobs', () => {
    expect(
      violations(read(running), exchange('GET /v1/jobs/job_2', { body: job({ id: 'job_2' }), headers: ETAG })),
    ).toEqual([]);
  });

  it('ignores concurrent answers', () => {
    expect(violations(read(running, { at: 5_000, took: 20 }), read(job(), { at: 5_010, took: 20 }))).toEqual([]);
    expect(violations(read(running, { at: 5_000, took: 20 }), read(job(), { at: 5_020, took: 20 }))).toContain(
      'JOB-FORWARD-ONLY',
    );
  });

  it('may return to the first state in a replay', () => {
    const replay = (body: unknown) => exchange('POST /v1/makeup/try-ons', { body, headers: ETAG });
    expect(violations(read(succeeded()), replay(job()))).toEqual([]);
    expect(violations(read(running), replay(succeeded()), read(running))).toEqual([]);
    expect(violations(read(succeeded()), replay(job({ inputs: [] })))).toEqual(['JOB-FROZEN-FIELDS']);
  });

  it('ends with its deletion', () => {
    const gone = exchange('DELETE /v1/jobs/job_1', { status: 204 });
    const refused = exchange('DELETE /v1/jobs/job_1', { status: 409, body: errorBody() });
    expect(violations(read(running), gone, read(job()))).toEqual([]);
    expect(violations(read(running), refused, read(job()))).toContain('JOB-FORWARD-ONLY');
  });

  it('gives no evidence while the status stays the same', () => {
    expect(verdicts(read(job()), read(job()))).not.toHaveProperty('JOB-FORWARD-ONLY');
  });
});
