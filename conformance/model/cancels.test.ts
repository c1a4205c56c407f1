import { expect, it } from 'vitest';
import { at, breaches, error, JOB, type Step, submitted, uploaded } from './testing/steps.ts';

const reads = (status: string): Step => ['GET /v1/jobs/job_1', { status: 200, body: { ...JOB, status } }];
const refusesCancel = (status: number): Step => [
  'POST /v1/jobs/job_1/cancel',
  { status, body: error(status === 409 ? 'JOB_NOT_CANCELLABLE' : 'NOT_FOUND') },
];
/** A job that began after so many seconds and took so long. */
const lacksInput = (took: number, began = 0): Step => {
  const error = { code: 'INPUT_EXPIRED', message: '' };
  const end = { status: 'failed', created_at: at(began), completed_at: at(began + took), error };
  return ['GET /v1/jobs/job_1', { status: 200, body: { ...JOB, ...end } }];
};

it.each<[string, Step[], string[]]>([
  [
    'a cancel that is refused as too late, of a job that is still at work',
    [uploaded, submitted, refusesCancel(409), reads('running')],
    ['CANCEL-TABLE'],
  ],
  [
    'a cancel that is refused as too late, of a job that has ended',
    [uploaded, submitted, refusesCancel(409), reads('failed')],
    [],
  ],
  [
    'a job that is cancelled although each cancel was refused',
    [uploaded, submitted, refusesCancel(404), reads('cancelled')],
    ['CANCEL-TABLE'],
  ],
  [
    'a job that is cancelled after a cancel with another spelling of the path',
    [uploaded, submitted, ['POST /v1/jobs/job_1/cancel/', { status: 200, body: JOB }], reads('cancelled')],
    [],
  ],
  [
    'a job that is cancelled after a cancel without an answer',
    [uploaded, submitted, ['POST /v1/jobs/job_1/cancel', { status: null }], reads('cancelled')],
    [],
  ],
  [
    'a job that fails for want of its input, which had not expired',
    [uploaded, submitted, lacksInput(0)],
    ['JOB-SNAPSHOT-DELETE'],
  ],
  [
    'a job that fails for want of its input, as a driver decided',
    [
      ['drive jobs.script', { next: { outcome: { status: 'failed', code: 'INPUT_EXPIRED' } } }],
      uploaded,
      submitted,
      lacksInput(0),
    ],
    [],
  ],
  ['a job that fails for want of its input, which had expired', [uploaded, submitted, lacksInput(0.5, 86_400)], []],
  ['a job that fails for want of its input, which may have been erased', [uploaded, submitted, lacksInput(2)], []],
])('what an answer breaks: %s', (_, steps, expected) => {
  const rules = breaches(steps).flat();
  expect([...new Set(rules.map((one) => one.split(' ')[0]))]).toEqual(expected);
});

it('Others may cancel jobs of a shared account, and decide how they end', () => {
  for (const read of [reads('cancelled'), lacksInput(0)])
    expect(breaches([uploaded, submitted, read], true).flat()).toEqual([]);
});
