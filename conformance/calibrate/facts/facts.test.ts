import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../effects/http/exchange.ts';
import { differencesOf, newDifferences } from './differences.ts';
import { createRecorder, type Facts, shownAt, valueAt } from './facts.ts';

type Said = { status?: number; headers?: [string, string][]; body?: unknown };

function exchange(line: string, { status = 200, headers = [], body }: Said): Exchange {
  const [method = '', url = ''] = line.split(' ');
  const text = body === undefined ? null : JSON.stringify(body);
  return {
    request: { method, url, headers: {}, body: { kind: 'none' } },
    answer: { status, headers, body: text === null ? { kind: 'none' } : { kind: 'text', text } },
    silence: null,
    detail: null,
    at: 0,
    took: 1,
  };
}

function factsOf(answers: Readonly<Record<string, Said>>, named?: string): Facts {
  const recorder = createRecorder();
  for (const [line, said] of Object.entries(answers))
    recorder.answer(line, exchange(line, said), { base: 'http://host', named });
  return recorder.facts();
}

const JOB = {
  id: 'job_0123456789abcdef',
  operation: 'skin.analyze',
  status: 'queued',
  inputs: [{ asset_id: 'asset_0123456789abcdef', role: 'source' }],
  created_at: '2026-01-01T00:00:00.000Z',
};
const read = (job: object, headers: [string, string][] = []) =>
  factsOf({ 'GET /v1/jobs/job_0123456789abcdef': { headers, body: job } });
const differing = (one: Facts, other: Facts) =>
  differencesOf(one, other).differ.map(({ place, a, b }) => [place, a, b]);

describe('The facts of an answer', () => {
  it.each([
    ['an ETag that is weak', read(JOB, [['ETag', 'W/"1"']]), 'header etag', 'weak'],
    ['a Retry-After', read(JOB, [['Retry-After', '7']]), 'header retry-after', 7],
    ['a member that is null', read({ ...JOB, output: null }), 'output', 'null'],
    ['an id by its form', read(JOB), 'id', 'job_…'],
    ['a time by its form', read(JOB), 'created_at', 'time'],
    ['the role of an input', read(JOB), 'inputs[].role', 'source'],
    [
      'a signed Location without its signature',
      read(JOB, [['Location', 'http://host/v1/jobs/job_0123456789abcdef?expires=9&signature=s3cret']]),
      'header location',
      '{base_url}/v1/jobs/job_…?expires=…&signature=…',
    ],
    [
      'a signed address in a member without its signature',
      read({ ...JOB, link: '/v1/assets/a/content?ticket=EHYMl9bZX4GvXxxnD05Ca0' }),
      'link',
      '/v1/assets/a/content?ticket=…',
    ],
    ['a member that is not there', read(JOB), 'livemode', '(absent)'],
  ])('have %s', (_, facts, feature, value) => {
    expect(valueAt(facts, `GET /v1/jobs/job_0123456789abcdef | ${feature}`)).toBe(value);
  });

  it('have the digits of times, and the length and the characters of ids, wherever these occur', () => {
    expect(Object.fromEntries(read(JOB).notes)).toEqual({
      'times | digits': 3,
      'times | offset': 'Z',
      'ids | length': 16,
      'ids | characters': 'small letters and digits',
    });
  });

  it('use the few answers that have a member for the whole kind', () => {
    const jobs = ['a', 'b', 'c', 'd'].map(
      (id) => [`GET /v1/jobs/job_${id}`, { body: { ...JOB, id: `job_${id}` } }] as const,
    );
    const scored = ['GET /v1/jobs/job_e', { body: { ...JOB, score: 'high' } }] as const;
    const facts = factsOf(Object.fromEntries([...jobs, scored]));
    const place = 'GET /v1/jobs/{id} Job | score';
    expect([valueAt(facts, place), shownAt(facts, place)]).toEqual(['(absent)', 'high']);
  });

  it('have the language of a message, and whether it names the wrong field', () => {
    const error = { code: 'INVALID_REQUEST', message: 'Der Wert von limit ist nicht erlaubt.', request_id: 'r1' };
    const facts = factsOf({ 'GET /v1/jobs?limit=x': { status: 400, body: { error } } }, 'limit');
    expect(valueAt(facts, 'error 400 | language of message')).toBe('german');
    expect(valueAt(facts, 'error 400 | message names the place')).toBe(true);
  });
});

describe('Two servers', () => {
  it('do not differ in values that are new in each answer', () => {
    const other = { ...JOB, id: 'job_fedcba9876543210', created_at: '2027-05-05T05:05:05.005Z' };
    expect(differing(read(JOB), read(other))).toEqual([]);
  });

  it('differ only once in what all answers of a kind share', () => {
    const errors = (retryable: boolean) =>
      factsOf({
        'GET /v1/a': { status: 404, body: { error: { code: 'NOT_FOUND', message: 'x', request_id: 'r', retryable } } },
        'GET /v1/b': { status: 404, body: { error: { code: 'NOT_FOUND', message: 'y', request_id: 's', retryable } } },
      });
    expect(differing(errors(false), errors(true))).toEqual([['error 404 | error.retryable', false, true]]);
  });

  it('are compared by status and code if one of them refuses the request', () => {
    const refused = factsOf({
      'GET /v1/jobs/job_0123456789abcdef': { status: 404, body: { error: { code: 'JOB_NOT_FOUND', message: 'x' } } },
    });
    expect(differing(read(JOB), refused)).toEqual(
      expect.arrayContaining([['GET /v1/jobs/job_0123456789abcdef | status', 200, 404]]),
    );
  });

  it('are not compared where only one of them was asked', () => {
    expect(differencesOf(read(JOB), factsOf({ 'GET /v1/usage': { body: {} } })).differ).toEqual([]);
  });
});

describe('A known difference', () => {
  const place = 'GET /v1/jobs/{id} Job | header etag';
  it.each([
    ['is not new', [{ place, a: 'weak' }], 0],
    ['is new if the server has another value now', [{ place, a: 'strong' }], 1],
    ['is new at another place', [{ place: 'GET /v1/jobs | header etag', a: 'weak' }], 1],
  ])('%s', (_, known, count) => {
    expect(newDifferences(read(JOB, [['ETag', 'W/"1"']]), read(JOB), known)).toHaveLength(count);
  });
});
