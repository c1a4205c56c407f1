import { describe, expect, it } from 'vitest';
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
  MISSING,
  REQUEST,
  RESULT,
  type Step,
  SUBMIT,
  submitted,
  under,
  uploaded,
  violations,
} from './testing/steps.ts';

const GONE = { status: 404, body: error('ASSET_NOT_FOUND') };
const page = (cursor: string | null, ...data: unknown[]) => ({
  status: 200,
  body: { data, has_more: cursor !== null, next_cursor: cursor },
});

const balance = (low_balance: boolean): Step => [
  'GET /v1/credits/balance',
  { status: 200, body: { as_of: at(0), spendable_units: 10, low_balance, enforced: true, unit_costs: {} } },
];

describe('traffic in which others act', () => {
  it.each<[string, Step[]]>([
    ['deletes a job that was shown before', [...ENDED, ['GET /v1/jobs/job_1', MISSING]]],
    ['deletes an input', [uploaded, ['GET /v1/assets/asset_1', GONE]]],
    ['deletes a result with its job', [...ENDED, ['GET /v1/assets/asset_r', GONE]]],
    ['revokes the key', [...BEGUN, ['GET /v1/jobs/job_1', { status: 401, body: error('INVALID_API_KEY') }]]],
    ['has never issued the key', [['GET /v1/usage', { status: 403, body: error('INSUFFICIENT_SCOPE') }]]],
    ['deletes the job of a result', [...ENDED, ['DELETE /v1/assets/asset_r', { status: 204 }]]],
    [
      'uploads a deleted picture again, so that it is listed',
      [uploaded, ['DELETE /v1/assets/asset_1', { status: 204 }], ['GET /v1/assets', page(null, ASSET)]],
    ],
    ['sets another threshold', [balance(true), balance(false)]],
    [
      'has a job of the same number in the other environment',
      [...BEGUN, ['GET /v1/jobs/job_1', { status: 200, body: JOB, key: 'other_env' }]],
    ],
    [
      'uses an input, which prolongs its life',
      [
        [
          SUBMIT,
          { status: 202, body: JOB, ...under('b', { ...REQUEST, inputs: [{ asset_id: 'asset_2', role: 'source' }] }) },
        ],
        uploaded,
        ['GET /v1/jobs/job_9', { status: 200, body: { ...JOB, id: 'job_9', updated_at: at(200_000) } }],
        [SUBMIT, { status: 202, body: { ...JOB, created_at: at(200_000) }, ...under('a') }],
      ],
    ],
    [
      'was refused with the same Idempotency-Key before',
      [uploaded, [SUBMIT, { status: 202, body: JOB, headers: { 'Idempotency-Replayed': 'true' }, ...under('a') }]],
    ],
    [
      'takes the key out of its network',
      [uploaded, ['GET /v1/usage', { status: 403, body: error('API_KEY_IP_NOT_ALLOWED') }]],
    ],
    [
      'uses the units up',
      [...BEGUN, [SUBMIT, { status: 402, body: error('INSUFFICIENT_CREDITS'), ...under('key-2') }]],
    ],
    [
      'claimed the Idempotency-Key before',
      [uploaded, [SUBMIT, { status: 409, body: error('IDEMPOTENCY_KEY_REUSED'), ...under('a') }]],
    ],
    [
      'submitted the same request before',
      [[SUBMIT, { status: 200, body: JOB, headers: { 'Idempotency-Replayed': 'true' }, ...under('a') }]],
    ],
    [
      'switches a feature off',
      [
        ['GET /v1/assets', page(null)],
        ['GET /v1/assets', { status: 404, body: error('NOT_FOUND') }],
      ],
    ],
    [
      'deletes what is on the next page',
      [
        ['GET /v1/assets?limit=1', page('c', ASSET)],
        ['GET /v1/assets?limit=1&cursor=c', page(null)],
      ],
    ],
    ['got a cursor from a page that was not seen', [['GET /v1/assets?cursor=c', page(null, ASSET)]]],
    [
      'uploads the same picture after it was deleted',
      [
        uploaded,
        ['DELETE /v1/assets/asset_1', { status: 204 }],
        ['GET /v1/assets/asset_1', { status: 200, body: ASSET }],
      ],
    ],
    [
      'deletes the input of a cancelled job',
      [
        ...BEGUN,
        cancelled,
        ['GET /v1/jobs/job_1', { status: 200, body: { ...JOB, status: 'cancelled', updated_at: at(1), inputs: [] } }],
      ],
    ],
    [
      'lets the Idempotency-Key lapse, which may be after a minute',
      [...BEGUN, [SUBMIT, { status: 202, body: { ...JOB, id: 'job_2', created_at: at(61) }, ...under('key-1') }]],
    ],
    [
      'deletes the job of a list',
      [...BEGUN, ['GET /v1/assets?job_id=job_1', { status: 400, body: error('INVALID_REQUEST') }]],
    ],
    [
      'lacks a scope for an asset that may be of others',
      [uploaded, ['GET /v1/assets/asset_x', { status: 403, body: error('INSUFFICIENT_SCOPE') }]],
    ],
  ])('is lawful where someone %s', (_, steps) => expect(violations(...steps)).toEqual([]));

  it.each<[string, Step[], string[]]>([
    [
      'a job that was deleted is shown again',
      [...ENDED, deleted, ['GET /v1/jobs/job_1', { status: 200, body: DONE }]],
      ['JOB-DELETED-404'],
    ],
    [
      'a result of a deleted job is shown',
      [...ENDED, deleted, ['GET /v1/assets/asset_r', { status: 200, body: RESULT }]],
      ['JOB-DELETED-RESULTS'],
    ],
    ['a read of a job answers 202', [...BEGUN, ['GET /v1/jobs/job_1', { status: 202, body: JOB }]], ['JOB-READ-200']],
    [
      'a key makes two jobs within a minute',
      [...BEGUN, [SUBMIT, { status: 202, body: { ...JOB, id: 'job_2', created_at: at(59) }, ...under('key-1') }]],
      ['IDEM-REPLAY-200', 'IDEM-SAME-JOB'],
    ],
    [
      'a key takes another request within a minute',
      [
        ...BEGUN,
        [
          SUBMIT,
          {
            status: 202,
            body: { ...JOB, id: 'job_2', created_at: at(5) },
            ...under('key-1', { ...REQUEST, concerns: ['acne'] }),
          },
        ],
      ],
      ['IDEM-REUSED-409'],
    ],
    [
      'a mistake is accepted',
      [uploaded, [SUBMIT, { status: 202, body: JOB, ...under('a', { ...REQUEST, concerns: ['nose'] }) }]],
      ['SKIN-CONCERN-400'],
    ],
    [
      'a finished job is cancelled',
      [...ENDED, ['POST /v1/jobs/job_1/cancel', { status: 200, body: JOB }]],
      ['CANCEL-DONE-409'],
    ],
    [
      'a cursor is taken with other filters',
      [
        ['GET /v1/assets?limit=1', page('c', ASSET)],
        ['GET /v1/assets?limit=1&purpose=result&cursor=c', page(null)],
      ],
      ['CURSOR-FILTERS-400'],
    ],
    [
      'no scope is needed, and it is asked for',
      [uploaded, ['GET /v1/usage', { status: 403, body: error('INSUFFICIENT_SCOPE') }]],
      ['USAGE-200', 'USAGE-ANY-KEY'],
    ],
  ])('is a violation where %s', (_, steps, rules) => expect(violations(...steps).sort()).toEqual(rules));

  it('says what it is a violation of only with what was seen', () => {
    expect(
      violations(submitted, ['GET /v1/jobs/job_1', { status: 200, body: { ...JOB, operation: 'makeup.apply' } }]),
    ).toEqual(['SKIN-OPERATION']);
    expect(violations(['GET /v1/jobs/job_1', { status: 200, body: { ...JOB, operation: 'makeup.apply' } }])).toEqual(
      [],
    );
  });
});
