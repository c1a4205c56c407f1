import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../deviation.ts';
import { compileRow } from './compile-row.ts';
import { rowSchema } from './row.ts';

const ROW = { id: 'one-row', rule: 'ASSET-404', about: 'It is a row.' };

describe('a row', () => {
  it.each<[what: string, row: object, overrides: string[]]>([
    ['of answers', { status: 203 }, ['answer']],
    ['of requests', { of: 'request', remove: ['query.limit'] }, ['request']],
    ['of deliveries', { of: 'delivery', set: { url: 'http://127.0.0.1:9/' } }, ['delivery']],
    ['of what is shown', { of: 'job', remove: ['body.error'] }, ['rules']],
    ['of a decision', { decide: { refundsQuota: false } }, ['rules']],
    [
      'of a decision that depends on the route',
      { decide: { isOwn: "was || route == 'readJob'" } },
      ['request', 'rules'],
    ],
    ['of results that stay', { keeps_results: 'deleted' }, ['change']],
    ['of several', { status: 203, steps: [{ of: 'request', set: { id: 'x' } }] }, ['request', 'answer']],
    ['that only describes code', {}, []],
  ])('%s overrides only that', (_, row, overrides) => {
    expect(Object.keys(compileRow(rowSchema.parse({ ...ROW, ...row })))).toEqual(overrides);
  });

  it.each<[what: string, row: object, message: string]>([
    ['an expression that cannot be read', { match: { if: 'a ==' }, status: 203 }, 'the expression ends too early'],
    ['a text whose expression has no end', { set: { 'body.id': '${was' } }, '${ has no }'],
    ['a path that is none', { remove: ['body..id'] }, 'body..id is not a path'],
    ['an unknown decision', { decide: { refundQuota: false } }, 'refundQuota is not a decision'],
    ['a reading that is an override itself', { readings: { upload_status: 200 } }, 'upload_status is not asked by'],
    ['an unknown word', { sets: {} }, 'Unrecognized key'],
    ['an unknown subject', { of: 'jobs', status: 203 }, 'Invalid option'],
  ])('with %s is refused', (_, row, message) => {
    expect(() => compileRow(rowSchema.parse({ ...ROW, ...row }))).toThrow(message);
  });

  it.each<[what: string, status: number, error: object, seen: object]>([
    ['of a refusal', 409, { code: 'JOB_IN_PROGRESS' }, { code: 'OTHER' }],
    ['but not the error of a failed job', 200, { code: 'PROCESSING_FAILED' }, { code: 'PROCESSING_FAILED' }],
  ])('of answers changes the code %s', (_, status, error, seen) => {
    const { answer: edit } = compileRow(rowSchema.parse({ ...ROW, code: 'OTHER' }));
    const headers = { 'Content-Type': 'application/json' };
    const { body } = edit?.({ status, headers, body: JSON.stringify({ error }) }, READ) ?? {};
    expect(JSON.parse(String(body))).toEqual({ error: seen });
  });
});

const READ = {
  world: { state: {}, settings: { readings: { codes: {} } } },
  route: 'readJob',
  request: { query: [], headers: {}, body: null },
  key: null,
} as unknown as RequestContext;
