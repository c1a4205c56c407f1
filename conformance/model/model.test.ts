import { describe, expect, it } from 'vitest';
import { createModel } from './model.ts';
import {
  ASSET,
  at,
  BEGUN,
  cancelled,
  DONE,
  deleted,
  ENDED,
  error,
  JOB,
  KEYS,
  last,
  MISSING,
  REQUEST,
  RESULT,
  type Reply,
  SUBMIT,
  seen,
  under,
  uploaded,
} from './testing/steps.ts';

describe('a job that is known', () => {
  it.each<[string, [string, Reply], string[]]>([
    ['is not there', ['GET /v1/jobs/job_1', MISSING], ['JOB-READ-200 /status']],
    ['is another', ['GET /v1/jobs/job_1', { status: 200, body: { ...DONE, id: 'job_2' } }], ['JOB-READ-200 /body/id']],
    [
      'is of another product',
      ['GET /v1/jobs/job_1', { status: 200, body: { ...DONE, operation: 'makeup.apply' } }],
      ['SKIN-OPERATION /body/operation', 'MAKEUP-OUTPUT-TYPE /body'],
    ],
    [
      'is not there for another key of its owner',
      ['GET /v1/jobs/job_1', { ...MISSING, key: 'second' }],
      ['JOB-READ-200 /status'],
    ],
    [
      'is shown to another account',
      ['GET /v1/jobs/job_1', { status: 200, body: DONE, key: 'other_account' }],
      ['ISOLATION-ACCOUNT /status'],
    ],
    [
      'is shown to the other environment',
      ['GET /v1/jobs/job_1', { status: 200, body: DONE, key: 'other_env' }],
      ['ISOLATION-ENVIRONMENT /status'],
    ],
    [
      'is forbidden to another account',
      ['GET /v1/jobs/job_1', { status: 403, body: error('INSUFFICIENT_SCOPE'), key: 'other_account' }],
      ['ISOLATION-ACCOUNT /status'],
    ],
    [
      'is asked for with a valid key that is refused',
      ['GET /v1/jobs/job_1', { status: 401 }],
      ['AUTH-ANY-KEY /status'],
    ],
    [
      'is cancelled after its end',
      ['POST /v1/jobs/job_1/cancel', { status: 200, body: { ...DONE, status: 'cancelled' } }],
      ['CANCEL-DONE-409 /status'],
    ],
    [
      'cannot be deleted after its end',
      ['DELETE /v1/jobs/job_1', { status: 409, body: error('JOB_IN_PROGRESS') }],
      ['JOB-DELETE-204 /status'],
    ],
    [
      'has a concern that was not asked for',
      [
        'GET /v1/jobs/job_1',
        { status: 200, body: { ...DONE, output: { type: 'skin.analysis', concerns: [{ concern: 'pore' }] } } },
      ],
      ['SKIN-ONLY-REQUESTED /body/output/concerns'],
    ],
    [
      'is deleted by a key without its scope',
      ['DELETE /v1/jobs/job_1', { status: 204, key: 'no_skin' }],
      ['JOB-DELETE-SCOPE-403 /status'],
    ],
    [
      'has a result that is not served',
      ['GET /v1/assets/asset_r/content', { status: 404, body: error('ASSET_NOT_FOUND') }],
      ['RESULT-CONTENT-200 /status'],
    ],
    [
      'has a result that can be deleted alone',
      ['DELETE /v1/assets/asset_r', { status: 204 }],
      ['ASSET-OWNED-409 /status'],
    ],
  ])('is wrong where it %s', (_, exchange, rules) => expect(last(...ENDED, exchange)).toEqual(rules));

  it.each<[string, [string, Reply]]>([
    ['is not modified', ['GET /v1/jobs/job_1', { status: 304, sendHeaders: { 'If-None-Match': '"x"' } }]],
    ['is behind a limit', ['GET /v1/jobs/job_1', { status: 429 }]],
    ['is on a server that fails', ['GET /v1/jobs/job_1', { status: 503 }]],
    ['may be kept no longer', ['GET /v1/jobs/job_1', { ...MISSING, isForgotten: true }]],
    ['is asked for while another request is under way', ['GET /v1/jobs/job_1', { ...MISSING, isConcurrent: true }]],
    ['is asked for with a parameter', ['GET /v1/jobs/job_1?x=1', { status: 400 }]],
    ['is cancelled with a body', ['POST /v1/jobs/job_1/cancel', { status: 400, send: {} }]],
    [
      'has ended, which is looked at before the scope',
      ['POST /v1/jobs/job_1/cancel', { status: 409, body: error('JOB_NOT_CANCELLABLE'), key: 'no_skin' }],
    ],
    [
      'has a result that is requested in part',
      ['GET /v1/assets/asset_r/content', { status: 416, sendHeaders: { Range: 'bytes=9-' } }],
    ],
    ['is on a server that has no cancel', ['POST /v1/jobs/job_1/cancel', MISSING]],
    ['has a result that is somewhere else', ['GET /v1/assets/asset_r/content', { status: 302 }]],
    [
      'is forbidden to cancel for another account',
      ['POST /v1/jobs/job_1/cancel', { status: 403, key: 'other_account' }],
    ],
  ])('is right where it %s', (_, exchange) => expect(last(...ENDED, exchange)).toEqual([]));

  it.each<[string, [string, Reply], [string, Reply]]>([
    ['whose deletion was not answered', ['DELETE /v1/jobs/job_1', { status: null }], ['GET /v1/jobs/job_1', MISSING]],
    ['whose deletion failed', ['DELETE /v1/jobs/job_1', { status: 502 }], ['GET /v1/jobs/job_1', MISSING]],
    ['whose deletion failed', ['DELETE /v1/jobs/job_1', { status: 500 }], ['GET /v1/assets/asset_r/content', MISSING]],
    [
      'whose input may be deleted',
      ['DELETE /v1/assets/asset_1', { status: null }],
      ['GET /v1/assets/asset_1', { status: 404 }],
    ],
    [
      'whose Idempotency-Key may have made another job',
      [SUBMIT, { status: null, ...under('key-2') }],
      [SUBMIT, { status: 409, ...under('key-2', { ...REQUEST, concerns: ['acne'] }) }],
    ],
    [
      'whose id another environment uses as well',
      [SUBMIT, { status: 202, body: JOB, ...under('key-3', { ...REQUEST, inputs: [] }), key: 'other_env' }],
      ['GET /v1/jobs/job_1', { status: 200, body: DONE, key: 'other_env' }],
    ],
  ])('is uncertain %s', (_, unclear, then) => expect(last(...ENDED, unclear, then)).toEqual([]));

  it('has an input that may be purged after a while, and results that may expire', () => {
    const later = (request: string, status: number): [string, Reply] => [request, { status, passed: 61_000 }];
    expect(last(...ENDED, later('GET /v1/assets/asset_1', 404))).toEqual([]);
    expect(last(...ENDED, ['DELETE /v1/assets/asset_r', { status: 404, passed: 86_400_000 }])).toEqual([]);
  });

  it('may be gone if it has not been shown for a while', () => {
    const read: [string, Reply] = ['GET /v1/jobs/job_1', { ...MISSING, passed: 59_000 }];
    expect(last(...ENDED, read)).toEqual(['JOB-READ-200 /status']);
    expect(last(...ENDED, [read[0], { ...MISSING, passed: 60_000 }])).toEqual([]);
  });

  it.each<[string, (n: number) => [string, Reply]]>([
    ['things', (n) => ['POST /v1/assets', { status: 201, body: { ...ASSET, id: `asset_${n}_` } }]],
    ['pages', (n) => ['GET /v1/assets', { status: 200, body: { data: [], has_more: true, next_cursor: `page ${n}` } }]],
    [
      'balances',
      (n) => ['GET /v1/credits/balance', { status: 200, body: { available_units: 1, unit_costs: {}, as_of: at(n) } }],
    ],
  ])('is not looked at where there are too many %s to keep', (_, step) => {
    const model = createModel({ keys: KEYS, tenant: { id: 'tenant' } });
    const see = (steps: readonly [string, Reply][]) =>
      steps.flatMap(([request, reply], position) => model.see(seen(request, reply, position)));
    see(ENDED);
    expect(model.gaveUpAt()).toBeNull();
    see(Array.from({ length: 5_000 }, (_one, n) => step(n)));
    expect(model.gaveUpAt()).toBeGreaterThan(4_990);
    expect(see([['GET /v1/jobs/job_1', MISSING]])).toEqual([]);
  });

  it('stays cancelled', () => {
    const again = (status: number): [string, Reply] => [
      'POST /v1/jobs/job_1/cancel',
      { status, body: { ...JOB, status: 'cancelled' } },
    ];
    expect(last(...BEGUN, cancelled, again(200))).toEqual([]);
    expect(last(...BEGUN, cancelled, again(409))).toEqual(['CANCEL-REPEAT-200 /status']);
  });
});

describe('a job that was deleted', () => {
  it.each<[string, [string, Reply], string[]]>([
    ['can be read', ['GET /v1/jobs/job_1', { status: 200, body: DONE }], ['JOB-DELETED-404 /status']],
    [
      'has another code',
      ['GET /v1/jobs/job_1', { status: 404, body: error('GONE') }],
      ['JOB-DELETED-404 /body/error/code'],
    ],
    ['is not deleted again', ['DELETE /v1/jobs/job_1', MISSING], ['JOB-DELETE-REPEAT-204 /status']],
    [
      'has results that can be read',
      ['GET /v1/assets/asset_r', { status: 200, body: RESULT }],
      ['JOB-DELETED-RESULTS /status'],
    ],
    [
      'has results that are served',
      ['GET /v1/assets/asset_r/content', { status: 200 }],
      ['JOB-DELETED-CONTENT /status'],
    ],
    [
      'frees its Idempotency-Key',
      [SUBMIT, { status: 202, body: { ...JOB, id: 'job_2' }, ...under('key-1') }],
      ['IDEM-DELETED-410 /status'],
    ],
    [
      'has results that are listed',
      ['GET /v1/assets', { status: 200, body: { data: [RESULT], has_more: false, next_cursor: null } }],
      ['LIST-DELETED-OUT /body'],
    ],
  ])('is wrong where it %s', (_, exchange, rules) => expect(last(...ENDED, deleted, exchange)).toEqual(rules));

  it('may take its input with it', () => {
    const read: [string, Reply] = ['GET /v1/assets/asset_1', { status: 404, body: error('ASSET_NOT_FOUND') }];
    expect(last(...ENDED, deleted, read)).toEqual([]);
    expect(last(...ENDED, read)).toEqual(['ASSET-READ-200 /status']);
  });
});

describe('an asset that was deleted', () => {
  const gone: [string, Reply] = ['DELETE /v1/assets/asset_1', { status: 204 }];
  it.each<[string, [string, Reply], string[]]>([
    ['can be read', ['GET /v1/assets/asset_1', { status: 200, body: ASSET }], ['ASSET-DELETED-404 /status']],
    ['is not deleted again', ['DELETE /v1/assets/asset_1', { status: 404 }], ['ASSET-DELETE-REPEAT-204 /status']],
    [
      'can be submitted',
      [SUBMIT, { status: 202, body: { ...JOB, id: 'job_2' }, ...under('key-2') }],
      ['SUBMIT-DELETED-INPUT-404 /status'],
    ],
  ])('is wrong where it %s', (_, exchange, rules) => expect(last(...BEGUN, gone, exchange)).toEqual(rules));

  it('may come back with the same bytes', () => {
    expect(last(...BEGUN, gone, uploaded, ['GET /v1/assets/asset_1', { status: 200, body: ASSET }])).toEqual([]);
  });
});
