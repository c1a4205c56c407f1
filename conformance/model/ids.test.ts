import { describe, expect, it } from 'vitest';
import { assetPath, jobPath } from '../target/routes.ts';
import {
  ASSET,
  BEGUN,
  breaches,
  JOB,
  last,
  MISSING,
  REQUEST,
  type Reply,
  type Step,
  SUBMIT,
  submitted,
  under,
  uploaded,
} from './testing/steps.ts';

/** Spec 2: only the prefix of an id is specified. */
const IDS = [
  ...['~', ':', '@', '+', '=', '%', '!', "'", '(', ',', ';', '$', '*', '&', ' ', '/', 'é', '"', '\\'].map(
    (letter) => `k7f3q9x2m4${letter}z8`,
  ),
  ...['1', '-._~', '0'.repeat(200), 'K7F3Q9X2M4', 'asset_1', 'job_1.job_2'],
];

describe.each(IDS)('with ids like %s', (id) => {
  const job = { ...JOB, id: `job_${id}` };
  const asset = { ...ASSET, id: `asset_${id}` };
  const read = jobPath(job.id);
  const request = { ...REQUEST, inputs: [{ asset_id: asset.id, role: 'source' }] };
  const made: Step[] = [
    ['POST /v1/assets', { status: 201, body: asset }],
    [SUBMIT, { status: 202, body: job, headers: { Location: read }, ...under('key-1', request) }],
  ];
  const list: Step = ['GET /v1/jobs', { status: 200, body: { data: [job], has_more: false, next_cursor: null } }];

  it('knows what was made', () => {
    expect(breaches([...made, [`GET ${read}`, { status: 200, body: job }], list]).flat()).toEqual([]);
    expect(breaches([...made, [`GET ${assetPath(asset.id)}`, { status: 200, body: asset }]]).flat()).toEqual([]);
  });

  it('knows what a list has shown, although no other answer did', () => {
    expect(breaches([list, [`GET ${read}`, { status: 200, body: job }]]).flat()).toEqual([]);
  });

  it('knows what a sentence or a path has named', () => {
    const sentence: Step = [
      'POST /v1/jobs/job_x/cancel',
      {
        status: 503,
        body: { error: { code: 'SERVICE_UNAVAILABLE', message: `busy with ${job.id}.`, request_id: 'r' } },
      },
    ];
    const path: Step = ['GET /v1/usage', { status: 200, headers: { Link: `<${read}>; rel="last"` } }];
    for (const mention of [sentence, path])
      expect(breaches([mention, [`GET ${read}`, { status: 200, body: job }]]).flat()).toEqual([]);
  });

  it('finds a job that is gone', () => {
    expect(last(...made, [`GET ${read}`, MISSING])).toEqual(['JOB-READ-200 /status']);
  });
});

describe('a foreign id with any characters', () => {
  const foreign = { ...JOB, id: 'job_k7f3q9x2m4~+z8' };
  const made: Step[] = [
    ['POST /v1/assets', { status: 201, body: ASSET, key: 'other_account' }],
    [SUBMIT, { status: 202, body: foreign, key: 'other_account', ...under('key-2') }],
    ['POST /v1/assets', { status: 201, body: { ...ASSET, id: 'asset_2' } }],
  ];
  const listed = (body: unknown): Step => ['GET /v1/jobs', { status: 200, body }];

  it('is found in a list', () => {
    expect(last(...made, listed({ data: [foreign] }))).toContain('ISOLATION-LIST-JOBS /body');
  });

  it('is found in any other answer, also in a path', () => {
    const usage = (by: string): Step => ['GET /v1/usage', { status: 200, body: { data: [{ by }] } }];
    expect(last(...made, usage(foreign.id))).toEqual(['ISOLATION-ACCOUNT /body']);
    expect(last(...made, usage(jobPath(foreign.id)))).toEqual(['ISOLATION-ACCOUNT /body']);
  });

  it('is not found in a longer id', () => {
    expect(last(...made, listed({ data: [{ ...JOB, id: `${foreign.id}9` }] }))).toEqual([]);
  });
});

describe('keys', () => {
  const withKey = (key: NonNullable<Reply['key']>, [request, reply]: [string, Reply]): Step => [
    request,
    { ...reply, key },
  ];
  const made = [withKey('test', uploaded), withKey('test', submitted)];

  it('learns what was made with the keys live and test', () => {
    const read = (key: NonNullable<Reply['key']>): Step =>
      withKey(key, ['GET /v1/jobs/job_1', { status: 200, body: JOB }]);
    expect(breaches([...made, read('other_env'), read('test')]).flat()).toEqual([]);
    expect(last(...made, read('primary'))).toContain('ISOLATION-ENVIRONMENT /status');
  });

  it('learns nothing from the keys live and test of a target, which may be of any account', () => {
    const missing = withKey('other_env', ['GET /v1/jobs/job_1', MISSING]);
    expect(breaches([...made, missing], true).flat()).toEqual([]);
  });
});

describe('Idempotency-Keys and bodies', () => {
  const next = (reply: Partial<Reply>): Step => [
    SUBMIT,
    { status: 202, body: { ...JOB, id: 'job_2' }, send: REQUEST, ...reply },
  ];
  const refused = { status: 400, body: { error: { code: 'INVALID_REQUEST', message: 'no', request_id: 'r' } } };
  const absent = next({});
  const empty = { sendHeaders: { 'Idempotency-Key': '' } };

  it('an empty key may be refused although an absent one was accepted', () => {
    expect(breaches([uploaded, absent, next({ ...empty, ...refused })]).flat()).toEqual([]);
  });

  it('an absent key may count as an empty one that came before', () => {
    const replayed = { status: 200, headers: { 'Idempotency-Replayed': 'true' } };
    expect(breaches([uploaded, next(empty), next(replayed)]).flat()).toEqual([]);
    expect(breaches([uploaded, absent, next({ ...empty, ...replayed })]).flat()).toEqual([]);
  });

  it('knows a job whose submission is only known by its size', () => {
    const bytes = { kind: 'bytes', size: 9_000_000, sha256: 'x', image: null } as const;
    const padded: Step = [
      SUBMIT,
      { status: 202, body: JOB, sendBytes: bytes, sendHeaders: { 'Idempotency-Key': 'k' } },
    ];
    const list: Step = ['GET /v1/jobs', { status: 200, body: { data: [JOB] } }];
    expect(breaches([uploaded, padded, list]).flat()).toEqual([]);
    expect(last(uploaded, padded, ['GET /v1/jobs/job_1', MISSING])).toEqual(['JOB-READ-200 /status']);
  });

  it('finds that a submission of the same form is refused', () => {
    const refusal = { ...refused, ...under('key-2') };
    expect(last(...BEGUN, next(refusal))).toEqual(['SUBMIT-202 /status']);
  });
});
