import { expect, it } from 'vitest';
import { UNKNOWN_TAG } from '../../shared/sessions/operation.ts';
import { at, breaches, JOB as QUEUED, RESULT, type Reply, type Step, withLongIds } from './testing/steps.ts';

const JOB = { ...QUEUED, expires_at: null };
const MAKEUP = { ...JOB, operation: 'makeup.apply' };
const ASSET = { id: 'asset_1', purpose: 'input', media_type: 'image/png', created_at: at(0), expires_at: at(86_400) };
const SEND = { inputs: [{ asset_id: 'asset_1', role: 'source' }], concerns: ['acne'] };
const LAYERS = { inputs: SEND.inputs, products: [{ category: 'lipstick', color: '#112233' }] };
const KEY = (name: string) => ({ 'Idempotency-Key': `key-${name}` });

const OTHER = { inputs: [{ asset_id: 'asset_2', role: 'source' }], concerns: ['acne'] };

const UPLOADED: Step = ['POST /v1/assets', { status: 201, body: ASSET }];
const ACCEPTED: Step = ['POST /v1/skin/analyses', { status: 202, body: JOB, send: SEND, sendHeaders: KEY('1') }];
const LISTED: Step = ['GET /v1/assets', { status: 200, body: { data: [ASSET], has_more: false, next_cursor: null } }];
const balance = (spendable: number, low: boolean): Step => [
  'GET /v1/credits/balance',
  {
    status: 200,
    body: {
      ...{ spendable_units: spendable, enforced: true, low_balance: low, unit_costs: { 'skin.analyze': 5 } },
      as_of: at(0),
    },
  },
];
const refused = (status: number, code: string) => ({ status, body: { error: { code, message: '', request_id: 'r' } } });
const submission = (send: unknown, reply: Reply = { status: 202 }): Step => [
  'POST /v1/skin/analyses',
  { ...reply, send, sendHeaders: KEY('2') },
];
const IN_DEBT = (units: number): Step[] => [
  UPLOADED,
  ACCEPTED,
  balance(units, true),
  submission(SEND, { status: 202, body: { ...JOB, id: 'job_2' } }),
];
const HELD = (stage: string): Step[] => [
  ['drive jobs.script', { next: { hold_at: stage } }],
  UPLOADED,
  ACCEPTED,
  ['drive jobs.await_hold', { job: 'job_1' }],
];

const PAGED: [string, Reply] = [
  'GET /v1/assets?limit=1',
  { status: 200, body: { data: [ASSET], has_more: true, next_cursor: 'c' } },
];
const shownDone = (id: string): Step[] => [
  ['POST /v1/makeup/try-ons', { status: 202, body: { ...MAKEUP, id }, send: LAYERS, sendHeaders: KEY(id) }],
  [
    `GET /v1/jobs/${id}`,
    { status: 200, body: { ...MAKEUP, id, status: 'succeeded', output: { type: 'makeup.try_on', image: RESULT } } },
  ],
];
const TWO_JOBS = [UPLOADED, ...shownDone('job_1'), ...shownDone('job_2')];
const DONE: Step = [
  'GET /v1/jobs/job_1',
  { status: 200, body: { ...JOB, status: 'succeeded', completed_at: at(1), expires_at: at(86_400) } },
];
const CANCELLED: Step = ['POST /v1/jobs/job_1/cancel', { status: 200, body: { ...JOB, status: 'cancelled' } }];
/** Two reads of what never was, which are answered alike. */
const NOTHING = ['job_8', 'job_9'].map(
  (id): Step => [`GET /v1/jobs/${id}`, { ...refused(404, 'JOB_NOT_FOUND'), key: 'other_account' }],
);
const DELETED: Step = ['DELETE /v1/jobs/job_1', { status: 204, passed: 130_000 }];
/** A read of the usage so many times two minutes later. */
const used = (accepted: number, times: number): Step => [
  'GET /v1/usage',
  {
    status: 200,
    passed: times * 121_000,
    body: { data: [{ date: '2026-01-01', operation: 'skin.analyze', accepted }] },
  },
];

it.each<[string, Step[], string[]]>([
  ['a good submission', [UPLOADED, ACCEPTED, LISTED], []],
  [
    'an unknown concern',
    [UPLOADED, ACCEPTED, submission({ ...SEND, concerns: ['freckles'] }, { status: 202, body: JOB })],
    ['SKIN-CONCERN-400'],
  ],
  ['two mistakes at once', [UPLOADED, ACCEPTED, submission({ inputs: 7, concerns: 7 })], ['INPUTS-REQUIRED-400']],
  ['two mistakes that are refused', [UPLOADED, ACCEPTED, submission({ inputs: 7, concerns: 7 }, { status: 404 })], []],
  [
    'a key that lacks the scope',
    [UPLOADED, ACCEPTED, submission(SEND, { status: 202, key: 'no_skin' })],
    ['SKIN-SCOPE-403'],
  ],
  ['an unknown job', [['GET /v1/jobs/job_9', { status: 200, body: { ...JOB, id: 'job_9' } }]], ['JOB-404']],
  [
    'a cursor that no page gave',
    [LISTED, ['GET /v1/assets?cursor=x', { status: 200, body: { data: [], has_more: false, next_cursor: null } }]],
    ['CURSOR-400'],
  ],
  ['a limit that is too high', [LISTED, ['GET /v1/assets?limit=101', { status: 200 }]], ['LIST-LIMIT-HIGH-400']],
  ['a limit that is no number', [LISTED, ['GET /v1/assets?limit=ten', { status: 200 }]], []],
  [
    'an asset that is missing',
    [UPLOADED, ACCEPTED, ['GET /v1/assets', { status: 200, body: { data: [], has_more: false, next_cursor: null } }]],
    ['LIST-COMPLETE'],
  ],
  [
    'an asset that is missing once it may have been purged',
    [
      ...[UPLOADED, ACCEPTED],
      ['GET /v1/assets', { status: 200, passed: 90_000, body: { data: [], has_more: false, next_cursor: null } }],
    ],
    [],
  ],
  [
    'an expired asset in a list',
    [UPLOADED, ACCEPTED, [LISTED[0], { ...(LISTED[1] as Reply), passed: 90_000_000 }]],
    ['LIST-EXPIRED-OUT'],
  ],
  ['a valid key', [['GET /v1/usage', refused(401, 'INVALID_API_KEY')]], ['AUTH-ANY-KEY']],
  [
    'a cancel before the pick-up',
    [...HELD('queued'), ['POST /v1/jobs/job_1/cancel', { status: 202, body: JOB }]],
    ['CANCEL-QUEUED-200'],
  ],
  [
    'a cancel that was granted in the middle of the work',
    [...HELD('processing'), ['POST /v1/jobs/job_1/cancel', { status: 200, body: { ...JOB, status: 'cancelled' } }]],
    ['CANCEL-PICKED-202'],
  ],
  [
    'a job that was let go',
    [
      ...HELD('queued'),
      ['drive jobs.release', { job: 'job_1' }],
      ['POST /v1/jobs/job_1/cancel', { status: 202, body: JOB }],
    ],
    [],
  ],
  ['a job without the units for it', [UPLOADED, balance(4, false), ACCEPTED], ['CREDIT-402']],
  ['a job in debt, although another job may refund its units', IN_DEBT(-1), ['CREDIT-402']],
  ['a job for which the units of another job may come back', IN_DEBT(0), []],
  ['a balance that is low above one that is not', [balance(4, false), balance(6, true)], ['CREDIT-LOW']],
  [
    'a feature that is off',
    [
      LISTED,
      ['drive tenants.change', { features: { credits: false } }],
      ['GET /v1/credits/balance', { status: 200, body: {} }],
    ],
    ['FEATURE-OFF-404'],
  ],
  [
    'a store that cannot be read',
    [
      ['drive faults.set', { key_store_unreadable: true }],
      ['GET /v1/usage', refused(401, 'INVALID_API_KEY')],
    ],
    ['AUTH-UNREADABLE-503'],
  ],
  [
    'a foreign asset as an input',
    [UPLOADED, ACCEPTED, submission(SEND, { status: 202, key: 'other_account', body: { ...JOB, id: 'job_2' } })],
    ['ISOLATION-SUBMIT'],
  ],
  [
    'a job that is gone before it expires',
    [UPLOADED, ACCEPTED, DONE, ['GET /v1/jobs/job_1', { ...refused(404, 'JOB_NOT_FOUND'), passed: 80_000_000 }]],
    ['JOB-READ-200'],
  ],
  [
    'a job that is gone once it has expired',
    [UPLOADED, ACCEPTED, DONE, ['GET /v1/jobs/job_1', { ...refused(404, 'JOB_NOT_FOUND'), passed: 90_000_000 }]],
    [],
  ],
  [
    'usage that falls with a deletion',
    [UPLOADED, ACCEPTED, DONE, used(3, 1), DELETED, used(2, 2)],
    ['USAGE-DELETE-KEEPS'],
  ],
  ['usage that falls by another day', [UPLOADED, ACCEPTED, DONE, used(3, 1), DELETED, used(2, 800)], []],
  ['usage of a job that was cancelled just now', [UPLOADED, ACCEPTED, CANCELLED, used(3, 0), DELETED, used(2, 2)], []],
  [
    'usage that falls with a deletion, long after a cancel',
    [UPLOADED, ACCEPTED, CANCELLED, used(3, 90), DELETED, used(2, 90.5)],
    ['USAGE-DELETE-KEEPS'],
  ],
  ['usage that falls soon after a cancel', [UPLOADED, ACCEPTED, CANCELLED, used(3, 5), DELETED, used(2, 5.5)], []],
  ['usage that falls long after a cancel', [UPLOADED, ACCEPTED, CANCELLED, used(3, 90), DELETED, used(2, 95)], []],
  [
    'usage that falls after a cancel that was not granted at once',
    [UPLOADED, ACCEPTED, [CANCELLED[0], { ...CANCELLED[1], status: 202 }], used(3, 90), DELETED, used(2, 90.5)],
    [],
  ],
  [
    'usage that falls after a late cancel whose job was seen to end',
    [UPLOADED, ACCEPTED, [CANCELLED[0], { ...CANCELLED[1], status: 202 }], DONE, used(3, 90), DELETED, used(2, 90.5)],
    ['USAGE-DELETE-KEEPS'],
  ],
  [
    'a thing of the other environment',
    [['POST /v1/assets', { status: 201, body: { ...ASSET, livemode: false } }]],
    ['LIVEMODE-ASSET'],
  ],
  [
    'a job of the other environment in a list',
    [['GET /v1/jobs', { status: 200, key: 'other_env', body: { data: [{ ...JOB, livemode: true }] } }]],
    ['LIVEMODE-JOB'],
  ],
  [
    'an answer that shows the id of a job of another account',
    withLongIds([
      ...[UPLOADED, ACCEPTED],
      ['POST /v1/skin/analyses', { status: 200, key: 'other_account', body: JOB, send: OTHER, sendHeaders: KEY('1') }],
    ]),
    ['ISOLATION-IDEM'],
  ],
  [
    'a foreign job that answers with a tag',
    [
      ...[UPLOADED, ACCEPTED],
      ...NOTHING,
      ['GET /v1/jobs/job_1', { ...refused(404, 'JOB_NOT_FOUND'), key: 'other_account', headers: { ETag: '"1"' } }],
    ],
    ['ISOLATION-SAME-ANSWER'],
  ],
  [
    'a balance that may be older than the last change',
    [UPLOADED, ACCEPTED, balance(6, true), ['drive credits.change', { adjust: 9 }], balance(4, false)],
    [],
  ],
  [
    'a cursor of another key of the account',
    [PAGED, [PAGED[0].replace('?', '?cursor=c&'), { ...refused(400, 'INVALID_CURSOR'), key: 'second' }]],
    [],
  ],
  [
    'a result that a second job shows as well',
    [
      ...TWO_JOBS,
      ['DELETE /v1/jobs/job_1', { status: 204 }],
      ['GET /v1/assets/asset_r', { status: 200, body: RESULT }],
    ],
    [],
  ],
  [
    'a job that no submission has answered',
    [UPLOADED, ACCEPTED, ['GET /v1/jobs', { status: 200, body: { data: [{ id: 'job_2' }, JOB] } }]],
    ['SUBMIT-REFUSED-NO-JOB'],
  ],
  [
    'a job that a lost submission may have made',
    [
      ...[UPLOADED, ACCEPTED],
      submission(SEND, { status: null }),
      ['GET /v1/jobs', { status: 200, body: { data: [{ id: 'job_2' }, JOB] } }],
    ],
    [],
  ],
  [
    'a Location that leads elsewhere',
    [UPLOADED, [ACCEPTED[0], { ...(ACCEPTED[1] as Reply), headers: { Location: '/v1/jobs/job_2' } }]],
    ['SUBMIT-LOCATION'],
  ],
])('what an answer breaks: %s', (_, steps, expected) => {
  const rules = breaches(steps)
    .flat()
    .map((one) => one.split(' ')[0]);
  expect([...new Set(rules)]).toEqual(expected);
});

it.each([
  ['/v1/jobs/job_1', 'JOB-READ-200'],
  ['/v1/assets/asset_r/content', 'RESULT-CONTENT-200'],
])('%s is not unchanged since a tag that no answer had', (path, rule) => {
  const rulesFor = (tag: string) => {
    const read: Step = [`GET ${path}`, { status: 304, sendHeaders: { 'If-None-Match': tag } }];
    return breaches([UPLOADED, ...shownDone('job_1'), read])
      .flat()
      .map((one) => one.split(' ')[0]);
  };
  expect(rulesFor(UNKNOWN_TAG)).toEqual([rule]);
  expect(rulesFor('"of-an-answer"')).toEqual([]);
});

it('An id that no answer has shown may name something that others made in a shared account', () => {
  const read: Step[] = [['GET /v1/jobs/job_9', { status: 200, body: { ...JOB, id: 'job_9' } }]];
  expect(breaches(read, true).flat()).toEqual([]);
});
