import { describe, expect, it } from 'vitest';
import { type Answering, traceOf } from '../play/testing/trace-of.ts';
import { judgeTrace } from './judge-trace.ts';

/** Returns the outcome of each rule that these steps name: `WH-COUNT violated`. */
async function outcomes(steps: string, answering: Answering): Promise<string[]> {
  const covers = [...new Set(steps.match(/\b[A-Z]+(?:-[A-Z0-9]+)+(?=:)/g))];
  const rules = covers.map((id) => `${id}: {clause: "4.2", level: must, group: core, says: "it holds"}`).join('\n');
  const text = `scenario: a/b\ncovers: [${covers.join(', ')}]\nabout: this\nsteps:\n${steps}\n`;
  const { evidence } = judgeTrace(await traceOf(text, answering, { rules }));
  const own = evidence.filter(({ step }) => !step.endsWith('every-answer'));
  return own.map(({ rule, outcome, reason }) => [rule, outcome, reason].filter(Boolean).join(' '));
}

describe('A job that fails because its input is no longer kept', () => {
  const READ = `
  - {id: read, call: GET /v1/jobs/job_1, expect: {JOB-ENDS: {status: 200, body: {content: {error: null}}}}}
  - {id: balance, call: GET /v1/credits/balance, expect: {CREDIT-HOLD: {body: {content: {held_units: 5}}}}}
  - {id: sent, call: GET /v1/deliveries, expect: {WH-COUNT: {status: 404}}}
  - {id: shown, call: GET /v1/deliveries, expect: {RESULT-OF-SOURCE: {status: 404}}}`;
  const failed = (code: string, seconds: number) => ({
    ...{ id: 'job_1', status: 'failed', error: { code, message: 'x' }, created_at: '2026-01-01T00:00:00Z' },
    completed_at: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
  });
  const failing =
    (code: string, seconds: number): Answering =>
    ({ url }) => ({ json: url.includes('jobs') ? failed(code, seconds) : { held_units: 0 } });

  it.each<[string, number, string]>([
    ['INPUT_EXPIRED', 60, 'untested retention'],
    ['INPUT_EXPIRED', 59, 'violated'],
    ['PROCESSING_FAILED', 3600, 'violated'],
  ])('with %s after %i s leaves the rules about its end and its consequences %s', async (code, seconds, come) => {
    expect(await outcomes(READ, failing(code, seconds))).toEqual([
      `JOB-ENDS ${come}`,
      `CREDIT-HOLD ${come}`,
      'WH-COUNT violated', // the deliveries do not depend on how a job ends
      'RESULT-OF-SOURCE violated', // nor does what a result of another job shows
    ]);
  });

  it('excuses nothing that other answers show', async () => {
    const steps = `${READ}\n  - {id: list, call: GET /v1/assets, query: {limit: 101}}`;
    const answering = failing('INPUT_EXPIRED', 60);
    expect(await outcomes(steps, answering)).toContain('LIST-LIMIT-HIGH-400 violated');
  });

  it('is not excused if it was seen to have ended before', async () => {
    let reads = 0;
    const steps = `\n  - {id: first, call: GET /v1/jobs/job_1}${READ}`;
    const changing: Answering = ({ url }) => {
      if (!url.includes('jobs')) return { json: { held_units: 0 } };
      reads += 1;
      const before = reads === 1 && { status: 'succeeded', error: null };
      return { json: { ...failed('INPUT_EXPIRED', 60), ...before } };
    };
    const found = await outcomes(steps, changing);
    expect(found.slice(0, 2)).toEqual(['JOB-ENDS violated', 'CREDIT-HOLD violated']);
  });
});

describe('Missing units', () => {
  const poor = Array.from({ length: 12 }, (_, n) => `\n  - {id: poor_${n}, call: POST /v1/skin/analyses}`).join('');
  const SUBMIT = `${poor}
  - {id: balance, call: GET /v1/credits/balance, expect: {CREDIT-HOLD: {body: {content: {held_units: 5}}}}}
  - {id: free, call: GET /v1/credits/balance, expect: {CREDIT-REFUSED-FREE: {status: 404}}}
  - {id: limit, call: GET /v1/credits/balance, expect: {RATE-LIMIT: {status: 404}}}`;
  const refusing = (times: number, others: number): Answering => {
    let refused = 0;
    return ({ url }) => {
      if (!url.includes('analyses') || refused === times + others) return { json: { held_units: 0 } };
      refused += 1;
      return refused > others ? { status: 429, headers: { 'Retry-After': '0' } } : { status: 400 };
    };
  };

  it('may be the cost of many refusals, except for the rule about that cost', async () => {
    const free = ['CREDIT-REFUSED-FREE violated', 'RATE-LIMIT violated'];
    expect(await outcomes(SUBMIT, refusing(8, 2))).toEqual(['CREDIT-HOLD untested setup', ...free]);
    expect(await outcomes(SUBMIT, refusing(7, 2))).toContain('CREDIT-HOLD violated');
    expect(await outcomes(SUBMIT, refusing(0, 12))).toContain('CREDIT-HOLD violated');
  });
});

describe('Something whose expiry the instance outlived', () => {
  const LIST = `
  - {id: made, call: POST /v1/assets}
  - {id: newer, call: GET /v1/assets/asset_2}
  - {id: all, value: "\${newer.body.others}", expect: {LIST-COMPLETE: {length: 1}}}`;
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
  const waiting = (seconds: number): Answering => {
    let refused = false;
    return ({ method }) => {
      if (method === 'POST') return { status: 201, json: { id: 'asset_1', created_at: at(0), expires_at: at(100) } };
      if (refused) return { json: { id: 'asset_2', created_at: at(seconds), expires_at: at(9000), others: [] } };
      refused = true;
      return { status: 503, headers: { 'Retry-After': String(seconds) } };
    };
  };

  it('may be gone if a refusal asked for a retry after its expiry, but not before', async () => {
    expect(await outcomes(LIST, waiting(120))).toEqual(['LIST-COMPLETE untested retention']);
    expect(await outcomes(LIST, waiting(90))).toEqual(['LIST-COMPLETE violated']);
  });

  const CLAIM = `
  - {id: first, call: POST /v1/skin/analyses, headers: {Idempotency-Key: "key-1"}}
  - {id: wait, wait: {for: 120s}}
  - {id: again, call: POST /v1/skin/analyses, headers: {Idempotency-Key: "key-1"}}
  - {id: usage, call: GET /v1/usage, expect: {USAGE-COUNTS: {body: {content: {jobs: 1}}}}}`;
  const claiming = (status: number): Answering => {
    let jobs = 0;
    return ({ url }) => {
      if (!url.includes('analyses')) return { json: { jobs } };
      jobs += 1;
      return { status: jobs === 1 ? 202 : status, json: { id: `job_${jobs}`, status: 'queued', expires_at: null } };
    };
  };

  it('may be a key, which then makes another job: no violation follows from that job', async () => {
    expect(await outcomes(CLAIM, claiming(202))).toEqual(['USAGE-COUNTS untested retention']);
    expect(await outcomes(CLAIM, claiming(400))).toEqual(['USAGE-COUNTS violated']);
  });
});

describe('An answer that did not arrive in time', () => {
  const READ = (call: string) => `
  - {id: before, call: GET /v1/jobs/job_1, expect: {JOB-BEFORE: {status: 404}}}
  - {id: lost, call: ${call}, expect: {JOB-LOST: {each: {status: 200}}}}
  - {id: after, call: GET /v1/jobs/job_1, expect: {JOB-AFTER: {status: 404}}}
  - {id: value, value: "\${after.status}", expect: {JOB-VALUE: {equals: 404}}}`;
  /** The second request is not answered. */
  const losing = (lost: number): Answering => {
    let sent = 0;
    return () => {
      sent += 1;
      return sent === lost ? { silence: 'timeout' } : { status: 200 };
    };
  };

  it('violates no rule, and nor does what follows: the request may or may not have been carried out', async () => {
    const untested = ['JOB-AFTER untested deadline', 'JOB-VALUE untested deadline'];
    const wrong = ['JOB-BEFORE violated', 'JOB-LOST held', 'JOB-AFTER violated', 'JOB-VALUE violated'];
    expect(await outcomes(READ('GET /v1/jobs/job_1, parallel: 3'), losing(3))).toEqual([
      'JOB-BEFORE violated',
      'JOB-LOST untested deadline',
      ...untested,
    ]);
    expect(await outcomes(READ('DELETE /v1/jobs/job_1, parallel: 1'), losing(2))).toEqual([
      'JOB-BEFORE violated',
      'JOB-LOST untested deadline',
      ...untested,
    ]);
    expect(await outcomes(READ('GET /v1/jobs/job_1, parallel: 3'), losing(99))).toEqual(wrong);
  });
});
