import { describe, expect, it } from 'vitest';
import {
  BEGUN,
  deleted,
  ENDED,
  error,
  JOB,
  last,
  MISSING,
  REQUEST,
  type Reply,
  SUBMIT,
  under,
  uploaded,
} from './testing/steps.ts';

describe('an Idempotency-Key', () => {
  const other = { ...REQUEST, concerns: ['acne'] };
  const replayed = { status: 200, body: JOB, headers: { 'Idempotency-Replayed': 'true' } };
  it.each<[string, Reply, string[]]>([
    [
      'makes another job',
      { status: 202, body: { ...JOB, id: 'job_2' }, ...under('key-1') },
      ['IDEM-REPLAY-200 /status', 'IDEM-SAME-JOB /body/id'],
    ],
    ['has no mark', { status: 200, body: JOB, ...under('key-1') }, ['IDEM-REPLAY-MARK /header/idempotency-replayed']],
    ['takes another request', { ...replayed, ...under('key-1', other) }, ['IDEM-REUSED-409 /status']],
    [
      'does not know another order of concerns',
      {
        status: 409,
        body: error('IDEMPOTENCY_KEY_REUSED'),
        ...under('key-1', { ...REQUEST, concerns: ['redness', 'acne'] }),
      },
      ['IDEM-REPLAY-200 /status'],
    ],
  ])('is wrong where it %s', (_, reply, rules) => expect(last(...BEGUN, [SUBMIT, reply])).toEqual(rules));

  it.each<[string, Reply]>([
    ['replays', { ...replayed, ...under('key-1') }],
    [
      'is refused for another request',
      { status: 409, body: error('IDEMPOTENCY_KEY_REUSED'), ...under('key-1', other) },
    ],
    [
      'has a member more, which may be the same or not',
      { status: 409, body: error('IDEMPOTENCY_KEY_REUSED'), ...under('key-1', { ...REQUEST, visualizations: [] }) },
    ],
    [
      'is of another key of the account',
      { status: 409, body: error('IDEMPOTENCY_KEY_REUSED'), ...under('key-1'), key: 'second' },
    ],
    ['is of another form', { status: 400, body: error('INVALID_REQUEST'), ...under('another-key') }],
    [
      'refuses another request for its values',
      {
        status: 400,
        body: error('INVALID_REQUEST'),
        ...under('key-1', { ...REQUEST, concerns: ['acne', 'acne', 'x'] }),
      },
    ],
    [
      'refuses another request for its input',
      {
        status: 404,
        body: error('ASSET_NOT_FOUND'),
        ...under('key-1', { ...REQUEST, inputs: [{ asset_id: 'asset_2', role: 'source' }] }),
      },
    ],
    ['is new, in an account that takes other values', { status: 400, ...under('key-2'), key: 'other_env' }],
  ])('is right where it %s', (_, reply) => expect(last(...BEGUN, [SUBMIT, reply])).toEqual([]));

  it('that is new is accepted with what was accepted before, and with all that the specification names', () => {
    const refused = (change: Record<string, unknown>): [string, Reply] => [
      SUBMIT,
      { status: 400, ...under('key-2', { ...REQUEST, ...change }) },
    ];
    const pore = { concerns: ['pore'], visualizations: undefined };
    expect(last(...BEGUN, refused({}))).toEqual(['SUBMIT-202 /status']);
    expect(last(...BEGUN, refused(pore))).toEqual(['SKIN-CONCERN-NAMES /status']);
    expect(last(...BEGUN, refused({ visualizations: [{ kind: 'visual', concern: 'acne' }] }))).toEqual([
      'SKIN-VIS-KINDS /status',
    ]);
    expect(last(...BEGUN, refused({ ...pore, more: 1 }))).toEqual([]);
    expect(last(uploaded, refused(pore))).toEqual([]);
  });

  it('makes no job of another request, even where that has other faults', () => {
    const accepted = { status: 202, body: { ...JOB, id: 'job_2' }, ...under('key-1', { ...REQUEST, concerns: ['x'] }) };
    expect(last(...BEGUN, [SUBMIT, accepted])).toEqual(['IDEM-REUSED-409 /status', 'SKIN-CONCERN-400 /status']);
    expect(last(...ENDED, deleted, [SUBMIT, accepted])).toEqual([
      'IDEM-DELETED-CLAIMED /status',
      'SKIN-CONCERN-400 /status',
    ]);
  });

  it.each<[string, Omit<Reply, 'status'>, string]>([
    ['scope', { ...under('key-1', { ...REQUEST, extra: 1 }), key: 'no_skin' }, 'SKIN-SCOPE-403'],
    ['concerns', under('key-2', { ...REQUEST, extra: 1, concerns: 7 }), 'SKIN-CONCERNS-REQUIRED-400'],
    ['input', under('key-2', { ...REQUEST, extra: 1 }), 'SUBMIT-DELETED-INPUT-404'],
  ])('makes no job without the %s, whatever else may be wrong', (_, reply, rule) => {
    const gone: [string, Reply] = ['DELETE /v1/assets/asset_1', { status: 204 }];
    const job = { ...JOB, id: 'job_2' };
    expect(last(...BEGUN, gone, [SUBMIT, { ...reply, status: 202, body: job }])).toContain(`${rule} /status`);
    expect(last(...BEGUN, gone, [SUBMIT, { ...reply, status: 422 }])).toEqual([]);
  });

  it('of a deleted job may be refused for the input that was deleted with it', () => {
    expect(last(...ENDED, deleted, [SUBMIT, { ...MISSING, ...under('key-1') }])).toEqual([]);
  });

  it('may be the same as another that begins alike', () => {
    const long = (letter: string) => under(`${'k'.repeat(64)}-${letter}`);
    const made = { status: 202, body: { ...JOB, id: 'job_2' } };
    expect(last(...BEGUN, [SUBMIT, { ...long('a'), ...made }], [SUBMIT, { ...long('b'), ...replayed }])).toEqual([]);
  });

  it('that was refused may be claimed', () => {
    expect(
      last(...BEGUN, [SUBMIT, { status: 429, ...under('key-2') }], [SUBMIT, { status: 409, ...under('key-2') }]),
    ).toEqual([]);
  });
});
