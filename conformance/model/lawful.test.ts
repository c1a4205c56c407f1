import { describe, expect, it } from 'vitest';
import {
  ASSET_B,
  asOther,
  balance,
  DATED,
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
  ASSET,
  at,
  BEGUN,
  DONE,
  deleted,
  done,
  ENDED,
  JOB,
  REQUEST,
  RESULT,
  type Reply,
  type Step,
  SUBMIT,
  under,
  uploaded,
} from './testing/steps.ts';

const MEASURED = { ...DONE.output, concerns: [{ concern: 'acne' }] };
const PAGED = page([item('asset_b')], '?limit=1', 'c');
const EXPIRING = { ...DONE, id: 'job_2', created_at: at(1), expires_at: at(50), output: null };
const HAIR_JOB = { ...JOB, operation: 'hair.try_on' };
const HAIR: Step = [
  'POST /v1/hair/try-ons',
  { status: 201, body: HAIR_JOB, ...under('k1', { inputs: REQUEST.inputs }) },
];
const DATED_LATER: Step = ['POST /v1/assets', { status: 201, body: { ...ASSET_B, created_at: at(2) } }];
const priced = (available: number) => balance(available, { unit_costs: { 'hair.try_on': 3 } });
const CANCEL = 'POST /v1/jobs/job_1/cancel';
const cancelAnswer = (status: number, shown: string): Step => [CANCEL, { status, body: { ...JOB, status: shown } }];
const runs: Step = ['GET /v1/jobs/job_1', { status: 200, body: { ...JOB, status: 'running' } }];
const OFF: Step = ['drive tenants.change', { features: { lists: false } }];
const echo = (path: string): Reply => ({ status: 404, body: { error: { code: 'NOT_FOUND', message: `no ${path}` } } });
const dated = (seconds: number): Reply => ({
  status: 404,
  body: { error: { code: 'JOB_NOT_FOUND', message: 'no such job', timestamp: at(seconds) } },
});

describe('a lawful server', () => {
  it.each<[string, Step[]]>([
    ['goes on while a cancel waits', [...held('preparing'), cancelAnswer(202, 'queued'), runs]],
    [
      'ends a held job by its own time-out',
      [...held('preparing'), [CANCEL, { status: 200, passed: 120_000, body: { ...JOB, status: 'cancelled' } }]],
    ],
    [
      'lists assets of an instant by a finer time than it shows',
      [page([item('asset_a', '2026-01-01T00:00:00.000Z'), item('asset_b', '2026-01-01T00:00:00.000Z')], '', null)],
    ],
    [
      'lists the assets of one API key, page by page',
      [...BEGUN, ['POST /v1/assets', { status: 201, key: 'second', body: ASSET_B }], page([item('asset_1')], '', 'c')],
    ],
    [
      'refuses a list of the assets of a job of another account',
      [...BEGUN, asOther('GET /v1/assets?job_id=job_1', refusal('INVALID_REQUEST', 400))],
    ],
    [
      'captures units when a job is picked up that still looks queued',
      [DATED, ...BEGUN, balance(7, { held_units: 0 }), ['GET /v1/jobs/job_1', { status: 200, body: JOB }]],
    ],
    [
      'leaves out a concern that it could not measure',
      [...BEGUN, ['GET /v1/jobs/job_1', { status: 200, body: { ...DONE, output: MEASURED } }]],
    ],
    [
      'refuses a list of the assets of a job that it has no more',
      [...BEGUN, later('GET /v1/assets?job_id=job_1', refusal('INVALID_REQUEST', 400), 26 * 60)],
    ],
    [
      'keeps a result longer than its job says',
      [...ENDED, later('GET /v1/assets/asset_r', { status: 200, body: { ...RESULT, purpose: 'result' } }, 25 * 60)],
    ],
    [
      'shows a cancelled job without an input that was deleted after the cancel',
      [
        ...BEGUN,
        [CANCEL, { status: 200, body: { ...JOB, status: 'cancelled', inputs: ['asset_1'] } }],
        ['DELETE /v1/assets/asset_1', { status: 204 }],
        ['GET /v1/jobs/job_1', { status: 200, body: { ...JOB, status: 'cancelled', inputs: [] } }],
      ],
    ],
    [
      'answers a hair try-on with 201, and refunds its units',
      [
        DATED,
        uploaded,
        HAIR,
        DATED_LATER,
        priced(7),
        [CANCEL, { status: 200, body: { ...HAIR_JOB, status: 'cancelled' } }],
        priced(10),
      ],
    ],
    [
      'lists a job at work, and no younger one that has expired',
      [
        ...BEGUN,
        submission('job_2', 'k2', { body: { ...JOB, id: 'job_2', created_at: at(1) } }),
        ['GET /v1/jobs/job_2', { status: 200, passed: 40_000, body: EXPIRING }],
        ['GET /v1/jobs', { status: 200, passed: 55_000, body: { data: [JOB] } }],
      ],
    ],
    ['lets a cursor expire', [PAGED, later('GET /v1/assets?limit=1&cursor=c', refusal('INVALID_CURSOR', 400), 61)]],
    [
      'numbers the jobs of each account',
      [...BEGUN, asOther('GET /v1/jobs', { status: 200, body: { data: [{ ...JOB, operation: 'makeup.apply' }] } })],
    ],
    [
      'refuses an id of another form than its own',
      [...BEGUN, ['GET /v1/jobs/job_abcdefabcdef', refusal('INVALID_REQUEST', 400)]],
    ],
    [
      'answers otherwise once a feature is on again',
      [
        ...BEGUN,
        ...twice((id) => `POST /v1/jobs/job_${id}/cancel`, refusal('NOT_FOUND')),
        ['drive tenants.change', { features: { cancel: true } }],
        asOther(CANCEL, refusal('JOB_NOT_FOUND')),
      ],
    ],
    [
      'forbids a stranger the deletion of an asset',
      [...BEGUN, asOther('DELETE /v1/assets/asset_1', refusal('INSUFFICIENT_SCOPE', 403))],
    ],
    [
      'keeps an input longer once it is used',
      [...BEGUN, later(SUBMIT, { status: 202, body: { ...JOB, id: 'job_2' }, ...under('k2') }, 25 * 60)],
    ],
    ['times a held job out', [...held('processing'), later('DELETE /v1/jobs/job_1', { status: 204 }, 1)]],
    [
      'marks a submission whose Idempotency-Key was refused before',
      [
        uploaded,
        submission('', 'k1', refusal('BUSY', 402)),
        submission('job_1', 'k1', { headers: { 'Idempotency-Replayed': 'true' } }),
      ],
    ],
    [
      'stores a picture in another form',
      [uploaded, ['GET /v1/assets/asset_1', { status: 200, body: { ...ASSET, size_bytes: 3, width: 10 } }]],
    ],
    ['gives units each day', [DATED, ...ENDED, balance(7), balance(10, { as_of: at(90_000) })]],
    [
      'counts a job that was accepted before the quota was set',
      [...BEGUN, ['drive faults.set', { daily_quota: 1 }], submission('', 'k2', refusal('QUOTA', 429))],
    ],
    [
      'limits the jobs at work',
      [['drive faults.set', { daily_quota: 5 }], ...BEGUN, submission('', 'k2', refusal('BUSY', 429))],
    ],
    [
      'has a quota for each API key',
      [
        ['drive faults.set', { daily_quota: 1 }],
        ...NOON,
        done,
        submission('', 'k2', refusal('QUOTA', 429)),
        submission('job_2', 'k3', { key: 'second' }),
      ],
    ],
    [
      'repeats the path of a request without its query',
      [
        OFF,
        ...['no-such-thing', 'nor-such-thing'].map((path): Step => [`GET /v1/${path}`, echo(`/v1/${path}`)]),
        ['GET /v1/assets?limit=0', echo('/v1/assets')],
      ],
    ],
    [
      'says in an error when it happened',
      [...BEGUN, ...twice((id) => `GET /v1/jobs/job_${id}`, dated(1)), asOther('GET /v1/jobs/job_1', dated(2))],
    ],
    [
      'has a new type of output',
      [
        uploaded,
        submission('job_1', 'k'),
        ['GET /v1/jobs/job_1', { status: 200, body: { ...DONE, output: { type: 'skin.analyze/next' } } }],
      ],
    ],
    [
      'takes a cancelled job out of the usage, late',
      [...BEGUN, cancelAnswer(200, 'cancelled'), used(1, 10), deleted, used(0, 11)],
    ],
    [
      'takes a day with nothing but cancelled jobs out of the usage',
      [...NOON, cancelAnswer(200, 'cancelled'), used(0, 3, '2025-12-31', 'makeup.apply')],
    ],
  ])('%s', (_, steps) => expect(rulesOf(steps)).toEqual([]));
});
