import { describe, expect, it } from 'vitest';
import { asset, ETAG, everyAnswer, exchange, job, lastFindings, newChecks, READ } from './testing/answers.ts';

describe('The checks of every answer', () => {
  it('report once that a rule held, and every time that it is broken', () => {
    const checks = newChecks();
    const outcomes = (body: unknown) =>
      checks
        .look(exchange(READ, { body, headers: ETAG }), { key: 'primary' })
        .filter(({ rule }) => rule === 'JOB-STATUS')
        .map(({ outcome }) => outcome);
    const bodies = [job(), job(), job({ status: 'done' }), job({ status: 'done' }), job()];
    expect(bodies.map(outcomes)).toEqual([['held'], [], ['violated'], ['violated'], []]);
  });

  it('report only a few of the mismatches on a page', () => {
    const data = Array.from({ length: 40 }, () => asset({ width: null }));
    const [width] = lastFindings([exchange('GET /v1/assets', { body: { data } })]).filter(
      ({ rule }) => rule === 'ASSET-WIDTH',
    );
    expect(width?.mismatches).toHaveLength(5);
    expect(width?.mismatches[1]).toEqual({ pointer: '/body/data/1/width', expected: 'an integer', seen: null });
  });

  it('excuse a derived rule if a spare holds for each wrong place', () => {
    const checks = newChecks();
    const sparedOf = (body: object) =>
      checks
        .look(exchange(`GET /v1/jobs/${Object(body).id}`, { body, headers: ETAG }), { key: 'primary' })
        .flatMap(({ rule, outcome, spared: by }) =>
          rule === 'JOB-FROZEN-FIELDS' && outcome === 'violated' ? [by] : [],
        );
    const spared = (created_at: string) => {
      const one = job({ created_at });
      return [{ ...one, created_at: '2026-01-01T00:00:00.400Z' }, one].map(sparedOf).filter(({ length }) => length > 0);
    };
    expect(spared('2026-01-01T00:00:00Z')).toEqual([[expect.stringContaining('created_at')]]);
    expect(spared('2026-01-01T00:01:00Z').flat()).toContain(undefined);
  });

  it.each([
    ['no answer', { ...exchange(READ), answer: null }],
    ['an undocumented operation', exchange('PATCH /v1/jobs/job_1', { body: job({ status: 'done' }) })],
    ['an odd spelling of a path', exchange('GET /v1//jobs/job_1', { body: job({ status: 'done' }) })],
  ])('report nothing about %s', (_, one) => expect(lastFindings([one])).toEqual([]));

  it('list all rules that they can report', () => {
    const reported = lastFindings([exchange(READ, { body: job(), headers: ETAG })]).map(({ rule }) => rule);
    expect(reported.length).toBeGreaterThan(15);
    expect(reported.filter((rule) => !everyAnswer.rules.includes(rule))).toEqual([]);
  });

  it('accept any answer of a server', () => {
    const odd = ['', 'null', '[]', '{"error":[]}', '{"data":[null,1,{}]}', '{"id":1,"inputs":[null],"error":1}', '{'];
    const posts = ['POST /v1/assets', 'POST /v1/skin/analyses'];
    for (const request of [READ, ...posts, 'GET /v1/assets', 'GET /v1/jobs', 'GET /v1/credits/balance'])
      for (const body of odd)
        for (const status of [200, 202, 304, 404, 503])
          expect(() => lastFindings([exchange(request, { status, body })])).not.toThrow();
  });
});
