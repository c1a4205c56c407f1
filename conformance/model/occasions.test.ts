import { describe, expect, it } from 'vitest';
import {
  asOther,
  balance,
  DATED,
  FAILED,
  held,
  item,
  later,
  NOON,
  page,
  refusal,
  rulesOf,
  submission,
  twice,
  used,
} from './testing/occasions.ts';
import {
  at,
  BEGUN,
  cancelled,
  DONE,
  deleted,
  done,
  ENDED,
  REQUEST,
  RESULT,
  type Step,
  SUBMIT,
  under,
  uploaded,
  warnings,
} from './testing/steps.ts';

describe('an answer breaks', () => {
  it.each<[string, Step[], string[]]>([
    ['the usage by its status', [['GET /v1/usage', { status: 203, body: {} }]], ['USAGE-200']],
    [
      'an asset that never existed and is deleted with another status',
      [
        ...BEGUN,
        ['DELETE /v1/assets/asset_1', { status: 204 }],
        ['DELETE /v1/assets/asset_9', refusal('ASSET_OWNED_BY_JOB', 409)],
      ],
      ['ASSET-DELETE-404'],
    ],
    ['a held job that is deleted', [...held('processing'), deleted], ['JOB-IN-PROGRESS-409']],
    [
      'a submission that is marked as a replay',
      [uploaded, submission('job_1', 'k1', { headers: { 'Idempotency-Replayed': 'true' } })],
      ['SUBMIT-NO-REPLAY-MARK'],
    ],
    [
      'a submission without a Location',
      [uploaded, submission('job_1', 'k1', { headers: { Location: '' } })],
      ['SUBMIT-LOCATION'],
    ],
    [
      'a replay that is to be paid',
      [...ENDED, [SUBMIT, { ...refusal('INSUFFICIENT_CREDITS', 402), ...under('key-1') }]],
      ['IDEM-REPLAY-200'],
    ],
    [
      'a foreign cancel in other words',
      [
        ...BEGUN,
        ...twice((id) => `POST /v1/jobs/job_${id}/cancel`, refusal('JOB_NOT_FOUND')),
        asOther('POST /v1/jobs/job_1/cancel', { ...refusal('JOB_NOT_FOUND'), headers: { Allow: 'GET' } }),
      ],
      ['ISOLATION-NOTHING'],
    ],
    ['a head of a foreign job', [...BEGUN, asOther('HEAD /v1/jobs/job_1', { status: 200 })], ['ISOLATION-NOTHING']],
    [
      'a feature that is off, in other words than an unknown path',
      [
        ['drive tenants.change', { features: { cancel: false } }],
        ...BEGUN,
        ...['no-such-thing', 'nor-such-thing'].map((path): Step => [`POST /v1/${path}`, refusal('NOT_FOUND')]),
        ['POST /v1/jobs/job_1/cancel', refusal('JOB_NOT_FOUND')],
      ],
      ['FEATURE-OFF-404'],
    ],
    [
      'both lists, where one of them is off',
      [
        ['drive tenants.change', { features: { lists: false } }],
        ['GET /v1/jobs', { status: 200, body: { data: [] } }],
        page([], '', null),
      ],
      ['FEATURE-OFF-404'],
    ],
    [
      'what was made since a bound',
      [...BEGUN, page([], `?created_gte=${encodeURIComponent(at(-2))}`, null)],
      ['LIST-CREATED-GTE'],
    ],
    [
      'a walk that misses an asset',
      [...ENDED, page([item('asset_a')], '?limit=1', 'c'), page([RESULT], '?limit=1&cursor=c', null)],
      ['LIST-COMPLETE'],
    ],
    [
      'what comes after a page',
      [...ENDED, page([item('asset_a')], '?limit=1', 'c'), page([], '?limit=1&cursor=c', 'd')],
      ['LIST-HAS-MORE-RIGHT'],
    ],
    [
      'a next_cursor that is left out',
      [['GET /v1/assets', { status: 200, body: { data: [], has_more: false } }]],
      ['LIST-NEXT-CURSOR'],
    ],
    [
      'an output by a part',
      [
        uploaded,
        submission('job_1', 'k'),
        ['GET /v1/jobs/job_1', { status: 200, body: { ...DONE, output: { ...DONE.output, analysis_version: 1 } } }],
      ],
      ['SKIN-VERSION'],
    ],
    ['a deletion that refunds units', [DATED, ...ENDED, balance(7), deleted, balance(10)], ['CREDIT-DELETE-KEEPS']],
    [
      'a refusal that costs units',
      [DATED, ...ENDED, balance(7), [SUBMIT, { ...refusal('INVALID_REQUEST', 400), ...under('k', {}) }], balance(4)],
      ['CREDIT-REFUSED-FREE'],
    ],
    ['a failure that is billed again', [DATED, ...BEGUN, FAILED, balance(7), balance(4)], ['CREDIT-CAPTURE-FAILED']],
    [
      'a quota that counts a refusal',
      [
        ['drive faults.set', { daily_quota: 1 }],
        [SUBMIT, { ...refusal('INVALID_REQUEST', 400), ...under('k1', {}) }],
        submission('', 'k2', refusal('QUOTA', 429)),
      ],
      ['QUOTA-ONCE'],
    ],
    [
      'a quota that is given back at the end of a job',
      [
        ['drive faults.set', { daily_quota: 1 }],
        ...NOON,
        submission('', 'k2', refusal('QUOTA', 429)),
        done,
        submission('job_2', 'k3'),
      ],
      ['QUOTA-KEEPS'],
    ],
    [
      'an admission limit',
      [['drive faults.set', { admission_per_minute: 1 }], ...BEGUN, submission('job_2', 'k2')],
      ['ADMISSION-429'],
    ],
  ])('%s', (_, steps, rules) => expect(rulesOf(steps)).toEqual(rules));
});

describe('what may be otherwise', () => {
  it.each<[string, Step[], string[]]>([
    [
      'an input that is purged early',
      [...ENDED, later('GET /v1/assets/asset_1', refusal('ASSET_NOT_FOUND'), 2)],
      ['ASSET-NOT-EARLY'],
    ],
    [
      'a failed job that refunds its units',
      [DATED, ...BEGUN, FAILED, balance(7), balance(10)],
      ['CREDIT-CAPTURE-FAILED'],
    ],
    [
      'a foreign asset that is deleted as if it were gone',
      [
        ...BEGUN,
        ...twice((id) => `DELETE /v1/assets/asset_${id}`, refusal('ASSET_NOT_FOUND')),
        asOther('DELETE /v1/assets/asset_1', { status: 204 }),
      ],
      ['ISOLATION-ASSET-DELETE', 'ISOLATION-NOTHING'],
    ],
    [
      'an asset that never existed and is deleted all the same',
      [...BEGUN, ['DELETE /v1/assets/asset_1', { status: 204 }], ['DELETE /v1/assets/asset_9', { status: 204 }]],
      ['ASSET-DELETE-404'],
    ],
    [
      'a foreign job that is said to have ended when it is cancelled',
      [...BEGUN, asOther('POST /v1/jobs/job_1/cancel', { status: 409, body: refusal('JOB_NOT_CANCELLABLE').body })],
      ['ISOLATION-CANCEL'],
    ],
    [
      'a page that has an item of an earlier one again',
      [
        page([item('asset_a')], '?limit=1', 'c'),
        ['POST /v1/assets', { status: 201, body: item('asset_b') }],
        page([item('asset_a')], '?limit=1&cursor=c', null),
      ],
      ['LIST-STEADY'],
    ],
    [
      'a last page with a cursor',
      [['GET /v1/assets', { status: 200, body: { data: [], has_more: false, next_cursor: 'c' } }]],
      ['LIST-CURSOR-END'],
    ],
  ])('only warns: %s', (_, steps, rules) => {
    expect(warnings(steps)).toEqual(rules);
    expect(rulesOf(steps)).toEqual([]);
  });

  it.each<[string, Step[]]>([
    ['a usage that lags', [...BEGUN, used(0, 1), used(1, 1.5)]],
    ['a quota for each operation', [['drive faults.set', { daily_quota: 1 }], ...BEGUN, submission('job_2', 'k2')]],
    [
      'a 429 of too many requests',
      [
        ['drive faults.set', { daily_quota: 9 }],
        ...Array<Step>(12).fill(['GET /v1/usage', { status: 200, body: {} }]),
        submission('', 'k2', refusal('RATE', 429)),
      ],
    ],
    [
      'a refund of a cancelled job',
      [['drive faults.set', { daily_quota: 1 }], ...BEGUN, cancelled, submission('job_2', 'k2', { send: REQUEST })],
    ],
    [
      'a list of one operation where the other is off',
      [['drive tenants.change', { features: { lists: false } }], page([], '', null)],
    ],
  ])('is not judged: %s', (_, steps) => {
    expect(rulesOf(steps)).toEqual([]);
    expect(warnings(steps)).toEqual([]);
  });
});
