import { describe, expect, it } from 'vitest';
import { type Exchange, type ExchangeFilter, fingerprintOfKey, maskKey, maskKeysIn, unmetPartsOf } from './exchange.ts';

const POLL: Exchange = {
  serial: 1,
  at: 0,
  route: 'GET /v1/jobs/:id',
  method: 'GET',
  path: '/v1/jobs/job_1',
  query: '',
  key: 'pk_live_…f3a9',
  keyId: 'key_1',
  requestHeaders: { 'idempotency-key': 'order-17' },
  requestBody: '{"a":1}',
  status: 404,
  responseHeaders: {},
  responseBody: '{"error":{"code":"JOB_NOT_FOUND","message":"x"}}',
  requestId: 'req_1',
  because: null,
  fault: null,
};

describe('unmetPartsOf', () => {
  it.each<[ExchangeFilter, string[]]>([
    [{}, []],
    [{ route: 'GET /v1/jobs/:id', method: 'GET', path: '/v1/jobs/job_1', status: 404, code: 'JOB_NOT_FOUND' }, []],
    [{ key: 'key_1', idempotency_key: 'order-17', body_contains: '"a"' }, []],
    [{ key: 'pk_live_…f3a9' }, []],
    [{ route: undefined, status: undefined }, []],
    [{ route: 'GET /v1/jobs' }, ['route']],
    [{ method: 'get' }, ['method']],
    [{ status: 200, code: 'NOT_FOUND' }, ['status', 'code']],
    [{ code: 'JOB' }, ['code']],
    [{ key: 'key_2', idempotency_key: 'order-1', body_contains: '"b"' }, ['key', 'idempotency_key', 'body_contains']],
  ])('returns for %j: %j', (filter, unmet) => {
    expect(unmetPartsOf(filter)(POLL)).toEqual(unmet);
  });

  it.each([
    ['/v1/*', true],
    ['*job_1', true],
    ['/v1/*/job_*', true],
    ['*', true],
    ['/v1/jobs/*/cancel', false],
    ['/v1/jobs/job_?', false],
    ['.*', false],
    ['/v1/jobs/(job_1', false],
    ['jobs', false],
  ])('matches the path %s as a whole: %s', (path, isMet) => {
    expect(unmetPartsOf({ path })(POLL)).toEqual(isMet ? [] : ['path']);
  });

  it('reports a body, a code or a header as unmet if there is none', () => {
    const bare: Exchange = { ...POLL, requestBody: null, responseBody: null, requestHeaders: {} };
    const filter = { body_contains: '', code: 'JOB_NOT_FOUND', idempotency_key: 'undefined' };
    expect(unmetPartsOf(filter)(bare)).toEqual(['body_contains', 'code', 'idempotency_key']);
  });
});

describe('a masked key', () => {
  it.each([
    ['pk_live_51HxQ9vZrk2f3a9', 'pk_live_…f3a9'],
    ['pk_test_123456789', 'pk_test_…6789'],
    ['pk_test_12345678', 'pk_test_…'],
    ['pk_test_demo', 'pk_test_…'],
    ['pk_live_', 'pk_live_…'],
    ['something-else', '…else'],
    ['short', '…'],
    ['', '…'],
  ])('%s is shown as %s', (secret, shown) => {
    expect(maskKey(secret)).toBe(shown);
  });

  it('replaces the key anywhere in a text, and nothing else', () => {
    const text = 'a=pk_live_demo&b=[pk_test_123456789] pk_other_1 pk_live';
    expect(maskKeysIn(text)).toBe('a=pk_live_…&b=[pk_test_…6789] pk_other_1 pk_live');
  });

  it('has a fingerprint that distinguishes it from another key with the same mask', () => {
    expect(maskKey('pk_live_one')).toBe(maskKey('pk_live_two'));
    expect(fingerprintOfKey('pk_live_one')).not.toBe(fingerprintOfKey('pk_live_two'));
    expect(fingerprintOfKey('pk_live_one')).toMatch(/^unknown_.{8}$/);
  });
});
