import { describe, expect, it } from 'vitest';
import type { Exchange } from '../effects/http/exchange.ts';
import { graded, verdictsIn } from '../testing/graded.ts';
import { routes } from '../testing/scripted-server.ts';
import { afterExchange, afterWait, NOTHING_KEPT, type Retention } from './retention.ts';
import { whyForgotten, whyReportedLate } from './why-forgotten.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00Z');

function exchange(line: string, status: number, { key = '', sent = {}, json = {} } = {}): Exchange {
  const [method = '', url = ''] = line.split(' ');
  const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
  const body = { kind: 'text' as const, text: JSON.stringify(sent) };
  const answer = { status, headers: [], body: { kind: 'text' as const, text: JSON.stringify(json) } };
  return { request: { method, url, headers, body }, answer, silence: null, detail: null, at: 0, took: 0 };
}

/** Returns what is known after exchanges, with waits between them. */
function known(...story: readonly (Exchange | number)[]): Retention {
  return story.reduce<Retention>(
    (so, next) => (typeof next === 'number' ? afterWait(so, next) : afterExchange(so, next, 'own live')),
    NOTHING_KEPT,
  );
}

const forgotten = (retention: Retention, asked: Exchange, hours = 0, owner = 'own live') =>
  whyForgotten(retention, { exchange: asked, owner }, async () => START + hours * HOUR);

const why = async (...asked: Parameters<typeof forgotten>) => (await forgotten(...asked))?.why ?? null;

const JOB = { id: 'job_1', status: 'succeeded', expires_at: new Date(START + HOUR).toISOString() };
const READ = exchange('GET /v1/jobs/job_1', 200, { json: JOB });

describe('What a server may have forgotten', () => {
  it('includes a job from its reported expires_at on, and not before', async () => {
    const gone = exchange('GET /v1/jobs/job_1', 404);
    expect(await why(known(READ), gone, 1)).toBe(
      'the server keeps job_1 until 2026-01-01T01:00:00.000Z, and it was asked for at 2026-01-01T01:00:00.000Z',
    );
    expect(await why(known(READ), gone, 0.9)).toBeNull();
    expect(await why(known(READ), exchange('POST /v1/jobs/job_1/cancel', 404), 2)).toContain('job_1');
    expect(await why(known(READ), exchange('GET /v1/jobs/job_1', 500), 2)).toBeNull();
    expect(await why(known(READ), exchange('GET /v1/jobs/job_2', 404), 2)).toBeNull();
  });

  it('excuses nothing in answers to other accounts', async () => {
    const gone = exchange('DELETE /v1/jobs/job_1', 204);
    expect(await why(known(READ), gone, 1)).toContain('job_1');
    expect(await why(known(READ), gone, 1, 'other live')).toBeNull();
    expect(await why(known(READ), gone, 1, 'own test')).toBeNull();
  });

  it('includes a result by its own expires_at, wherever it was reported', async () => {
    const image = { id: 'asset_2', expires_at: JOB.expires_at };
    const shown = exchange('GET /v1/jobs/job_1', 200, { json: { ...JOB, expires_at: null, output: { image } } });
    expect(await why(known(shown), exchange('GET /v1/assets/asset_2/content', 404), 1)).toContain('asset_2');
  });

  it('includes a job without expires_at a minute after it was seen, since it may have ended', async () => {
    const silent = exchange('GET /v1/jobs/job_1', 200, { json: { ...JOB, expires_at: null } });
    const gone = exchange('GET /v1/jobs/job_1', 404);
    expect(await why(known(silent), gone)).toBeNull();
    expect(await why(known(silent, 2 * HOUR), gone)).toBe(
      'the specification does not say how long job_1 is kept, and 120 minutes had passed',
    );
    const atWork = exchange('GET /v1/jobs/job_1', 200, { json: { ...JOB, status: 'running', expires_at: null } });
    expect(await why(known(atWork, 59_000), gone)).toBeNull();
    expect(await why(known(atWork, 2 * HOUR), gone)).toContain('the specification does not say how long job_1 is kept');
    const held = { exchange: gone, owner: 'own live', held: new Set(['job_1']) };
    expect(await whyForgotten(known(atWork, 2 * HOUR), held, async () => START)).toBeNull();
    expect(await whyForgotten(known(silent, 2 * HOUR), held, async () => START)).not.toBeNull();
    const other = { ...held, held: new Set(['job_2']) };
    expect(await whyForgotten(known(atWork, 2 * HOUR), other, async () => START)).not.toBeNull();
  });

  it('includes a job without expires_at a minute after its acceptance, however late it was seen again', async () => {
    const accepted = exchange('POST /v1/skin/analyses', 202, { json: { ...JOB, status: 'queued', expires_at: null } });
    const cancelled = exchange('POST /v1/jobs/job_1/cancel', 200, { json: { ...JOB, expires_at: null } });
    const seen = (after: number) => afterExchange(afterWait(known(accepted), after), cancelled, 'own live');
    const again = exchange('POST /v1/jobs/job_1/cancel', 404);
    expect(await why(seen(59_000), again)).toBeNull();
    expect(await why(seen(HOUR), again)).toContain('the specification does not say how long job_1 is kept');
  });

  it('includes an asset that expired after it was deleted, if it is reported as expired', async () => {
    const asset = { id: 'asset_1', expires_at: new Date(START + HOUR).toISOString() };
    const deleted = known(
      exchange('POST /v1/assets', 201, { json: asset }),
      exchange('DELETE /v1/assets/asset_1', 204),
    );
    const submit = exchange('POST /v1/skin/analyses', 410, { sent: { inputs: [{ asset_id: 'asset_1' }] } });
    expect(await why(deleted, submit, 0)).toBeNull();
    expect(await why(deleted, submit, 2)).toContain('the server keeps asset_1 until');
  });

  it('includes a deletion after a minute, but never the deleted thing', async () => {
    const deleted = known(READ, exchange('DELETE /v1/jobs/job_1', 204));
    const again = exchange('DELETE /v1/jobs/job_1', 404);
    expect(await why(deleted, again)).toBeNull();
    expect(await why(afterWait(deleted, HOUR), again)).toContain(
      'the specification does not say how long a deletion is remembered',
    );
    expect(await why(afterWait(deleted, HOUR), exchange('GET /v1/jobs/job_1', 404), 1)).toBeNull();
  });

  it('includes the claim of a key after a minute, if the answer is that to a new request', async () => {
    const claimed = known(exchange('POST /v1/skin/analyses', 202, { key: 'k', json: { id: 'job_1' } }));
    const madeAgain = exchange('POST /v1/skin/analyses', 202, { key: 'k', json: { id: 'job_2' } });
    expect(await why(claimed, madeAgain)).toBeNull();
    expect(await why(afterWait(claimed, HOUR), madeAgain)).toContain('how long an Idempotency-Key stays claimed');
    const refused = exchange('POST /v1/skin/analyses', 410, { key: 'k' });
    expect(await forgotten(afterWait(claimed, HOUR), refused)).toMatchObject({ of: 'claim' });
    expect(await why(afterWait(claimed, HOUR), exchange('POST /v1/skin/analyses', 409, { key: 'k' }))).toBeNull();
    expect(await why(afterWait(claimed, HOUR), exchange('POST /v1/skin/analyses', 202, { key: 'other' }))).toBeNull();
  });

  it('includes a claim after a minute even if it was still known some seconds before', async () => {
    const replay = exchange('POST /v1/skin/analyses', 200, { key: 'k', json: { id: 'job_1' } });
    const story = [exchange('POST /v1/skin/analyses', 202, { key: 'k', json: { id: 'job_1' } }), 2_000, replay];
    const refused = exchange('POST /v1/skin/analyses', 410, { key: 'k' });
    expect(await why(known(...story, 57_999), refused)).toBeNull();
    expect(await why(known(...story, 58_000), refused)).toContain('stays claimed');
  });

  it('includes no claim that is at most as old as one that the server still knows, deleted or not', async () => {
    const claim = (key: string) => exchange('POST /v1/skin/analyses', 202, { key, json: { id: `job_${key}` } });
    const story = [claim('a'), claim('b'), HOUR, exchange('POST /v1/skin/analyses', 200, { key: 'a' })];
    const madeAgain = exchange('POST /v1/skin/analyses', 202, { key: 'b', json: { id: 'job_2' } });
    expect(await why(known(...story), madeAgain)).toBeNull();
    expect(await why(known(...story, HOUR), madeAgain)).toContain('stays claimed');
    const refused = { key: 'a', json: { error: { code: 'JOB_DELETED' } } };
    const gone = exchange('POST /v1/skin/analyses', 410, refused);
    expect(await why(known(...story, HOUR, gone), madeAgain)).toBeNull();
  });

  it('does not excuse that an expired asset cannot be deleted: 204 is specified', async () => {
    const made = exchange('POST /v1/assets', 201, { json: { ...JOB, id: 'asset_1' } });
    const refused = exchange('DELETE /v1/assets/asset_1', 404);
    expect(await why(known(made), refused, 1)).toBeNull();
    expect(await why(known(made), refused, 2)).toContain('asset_1');
  });

  it('includes an input of a submission: with 410 from its expiry on, with 404 a minute later', async () => {
    const made = exchange('POST /v1/assets', 201, { json: { ...JOB, id: 'asset_1' } });
    const asked = (status: number) =>
      exchange('POST /v1/skin/analyses', status, { sent: { inputs: [{ asset_id: 'asset_1' }] } });
    expect(await why(known(made), asked(410), 0.9)).toBeNull();
    expect(await forgotten(known(made), asked(410), 1)).toMatchObject({ of: 'answer' });
    expect(await why(known(made), asked(404), 1)).toBeNull();
    expect(await why(known(made), asked(404), 2)).toContain('asset_1');
  });

  it('includes a job in a delivery after its expiry', () => {
    const whyAt = (at: number) => whyReportedLate(known(READ), [{ job: 'job_1', at: START + at }]);
    expect(whyAt(HOUR)).toContain('job_1');
    expect(whyAt(HOUR - 1)).toBeNull();
  });
});

/**
 * Grades a job of a server whose clock is years ahead. The job ends, is kept for `kept` milliseconds, and is then
 * requested.
 */
async function gradedAfter(expected: string, answer: { status: number; json?: unknown }, kept: number) {
  const scenario = `scenario: a/b
covers: [FIRST-RULE, SECOND-RULE]
steps:
  - {id: made, call: POST /v1/assets, json: {}}
  - {wait: {for: 30ms}}
  - {id: late, call: GET /v1/assets/asset_1, expect: {FIRST-RULE: ${expected}}}
  - {id: then, call: "GET /v1/assets/\${late.body.sibling}", expect: {SECOND-RULE: {status: 200}}}
`;
  const made = {
    created_at: '2099-01-01T00:00:00.000Z',
    expires_at: new Date(Date.UTC(2099, 0, 1) + kept).toISOString(),
  };
  const script = routes({
    'POST /v1/assets': { status: 201, json: { id: 'asset_1', ...made } },
    '/v1/assets/asset_1': answer,
  });
  return verdictsIn((await graded(scenario, script)).report);
}

describe('An expectation of something that the server reports as no longer kept', () => {
  const gone = { status: 404, json: { error: { code: 'ASSET_NOT_FOUND' } } };

  it('is untested if the thing is missing, and so is everything that depends on it', async () => {
    expect(await gradedAfter('{status: 200}', gone, 20)).toEqual([
      'FIRST-RULE inconclusive retention',
      'SECOND-RULE inconclusive retention',
    ]);
  });

  it('is violated if the server reports that it is still kept', async () => {
    expect((await gradedAfter('{status: 200}', gone, HOUR))[0]).toBe('FIRST-RULE fail');
  });

  it('is violated if it is refused in another way than specified', async () => {
    const other = { status: 404, json: { error: { code: 'GONE' } } };
    const expected = '{status: 404, body.error.code: ASSET_NOT_FOUND}';
    expect((await gradedAfter(expected, other, 20))[0]).toBe('FIRST-RULE fail');
    expect((await gradedAfter(expected, gone, 20))[0]).toBe('FIRST-RULE pass');
    expect((await gradedAfter(expected, { status: 410 }, 20))[0]).toBe('FIRST-RULE fail');
  });
});
