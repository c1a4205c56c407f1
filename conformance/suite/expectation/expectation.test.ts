import { describe, expect, it } from 'vitest';
import { judged, mistakes, pointers } from './testing/judged.ts';

const ANSWER = {
  status: 202,
  header: { location: 'https://a.test/v1/jobs/job_1', 'retry-after': '1', 'idempotency-replayed': 'true' },
  body: { id: 'job_1', status: 'queued', data: [{ id: 'a' }, { id: 'b' }], unit_costs: { 'skin.analyze': 2 } },
};

describe('An expectation', () => {
  it('holds if everything in it holds', () => {
    const text = `{status: 202, header.Location: {path: "/v1/jobs/\${first.body.id}"}, header.Retry-After: {int: ">=0"},
      header.Idempotency-Replayed: "true", body.status: {in: [queued, running]}}`;
    expect(judged(text, ANSWER, { names: { first: ANSWER } })).toEqual({ outcome: 'held' });
  });

  it('reports every mismatch with its place', () => {
    const found = judged(
      '{status: 200, body.status: running, header.ETag: {present: true}, body.data: {length: 2}}',
      ANSWER,
    );
    expect(found).toEqual({
      outcome: 'violated',
      mismatches: [
        { pointer: '/status', expected: '200', seen: 202 },
        { pointer: '/body/status', expected: '"running"', seen: 'queued' },
        { pointer: '/header/etag', expected: 'something', seen: undefined },
      ],
    });
  });

  it('is violated by what is known, even if other values are missing', () => {
    const names = { before: {} };
    expect(judged('{status: 200, body.id: "${before.id}"}', ANSWER, { names }).outcome).toBe('violated');
    expect(judged('{status: 202, body.id: "${before.id}"}', ANSWER, { names })).toEqual({
      outcome: 'untested',
      reason: 'setup',
      detail: 'there is no value for ${before.id}',
    });
  });

  it('is untested if an answer has a value of the wrong type', () => {
    expect(judged('{body.id: {in: "${before.id}"}}', ANSWER, { names: { before: { id: 5 } } })).toEqual({
      outcome: 'untested',
      reason: 'setup',
      detail: '${before.id} must be a list, and is 5',
    });
  });

  it('accepts a path with an expression in it', () => {
    const text = `{"body.unit_costs['\${op}']": 2}`;
    expect(judged(text, ANSWER, { names: { op: 'skin.analyze' } }).outcome).toBe('held');
    expect(pointers(judged(text, ANSWER, { names: { op: 'hair.try_on' } }))).toEqual(['/body/unit_costs/hair.try_on']);
  });

  it('checks every element of a list', () => {
    expect(judged('{"body.data[*].id": {matches: "^[ab]$"}}', ANSWER).outcome).toBe('held');
    expect(pointers(judged('{"body.data[*].id": a}', ANSWER))).toEqual(['/body/data/1/id']);
    expect(pointers(judged('{each.status: 200}', [{ status: 200 }, { status: 500 }, { status: 201 }]))).toEqual([
      '/1/status',
      '/2/status',
    ]);
  });

  it('judges any JSON value whose subject is not a view', () => {
    expect(judged('{units: 3}', { units: 3 }, { subject: 'value' }).outcome).toBe('held');
    expect(judged('{equals: 3}', 3, { subject: 'value' }).outcome).toBe('held');
    expect(judged('5', 3, { subject: 'value' }).outcome).toBe('violated');
    expect(judged('{is: integer}', 3).outcome).toBe('held');
  });
});

describe('A condition', () => {
  it.each(['if', 'needs'])('%s leaves everything untested if it is not met', (gate) => {
    const text = `{${gate}: "row.stage == 'picked_up'", status: 500}`;
    expect(judged(text, ANSWER, { names: { row: { stage: 'queued' } } })).toEqual({
      outcome: 'untested',
      reason: 'condition',
      detail: 'condition',
    });
    expect(judged(text, ANSWER, { names: { row: { stage: 'picked_up' } } }).outcome).toBe('violated');
    expect(judged(text, ANSWER, { names: { row: {} } }).outcome).toBe('untested');
  });

  it('skips the elements that do not meet it, and leaves the expectation untested if none does', () => {
    const text = '{each: {if: "it.status == 200", body.id: a}}';
    const [right, wrong, other] = [
      { status: 200, body: { id: 'a' } },
      { status: 200, body: { id: 'b' } },
      { status: 500, body: {} },
    ];
    expect(judged(text, [right, other]).outcome).toBe('held');
    expect(pointers(judged(text, [right, other, wrong]))).toEqual(['/2/body/id']);
    expect(judged(text, [other]).outcome).toBe('untested');
  });
});

describe('A mistake in an expectation', () => {
  it.each([
    ['{statsu: 200}', '1:2 statsu is not available here; did you mean status?'],
    ['{status: 200, distnct: {}}', '1:15 distnct is not available here; did you mean distinct?'],
    ['{status: 200, matches: a}', '1:15 matches is an operator: put it below a path, as in {body: {matches: …}}'],
    ['{body..id: 1}', '1:2 body..id is not a path such as body.data[0].id'],
    ['{}', '1:1 an expectation must be a map of paths and statements, such as {status: 200}'],
    ['[1]', '1:1 an expectation must be a map of paths and statements, such as {status: 200}'],
    ['{body: {content: 5}}', '1:18 an expectation must be a map of paths and statements, such as {status: 200}'],
    ['{if: "unset", status: 200}', 'unset'],
    ['{body.id: "${unset.id}"}', 'unset'],
  ])('%s is reported with its place', (text, message) => {
    expect(mistakes(text).join('\n')).toContain(message);
  });
});
