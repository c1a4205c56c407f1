import { describe } from 'vitest';
import { each, failing, given, itShows, last, outcomes, type Played, play, type ShownRow } from '../testing/play.ts';

const ASSET_GONE = '404 ASSET_NOT_FOUND';
const JOB_GONE = '404 JOB_NOT_FOUND';
const READ = 'GET /v1/jobs/{job}';
const CANCEL = 'POST /v1/jobs/{job}/cancel';
const AROUND = ['3599999ms', READ, '1ms', READ];
const FINISHED = ['makeup', '4s', READ, 'GET /v1/assets/{result}'];
const HOUR = { readings: { job_retention: '1h' } } as const;
/** The length of each list, and the answers to all other steps. */
const seen = (...steps: string[]) =>
  each(
    (reply) => reply.body?.data?.length ?? [reply.status, reply.body?.error?.code].filter(Boolean).join(' '),
    ...steps,
  );

const ASSET = ['GET /v1/assets/{face}', 'GET /v1/assets', 'makeup'];
const RESULT = [
  READ,
  'GET /v1/assets/{result}',
  'GET /v1/assets/{result}/content',
  'GET /v1/jobs',
  'GET /v1/assets?purpose=result',
];
/** The state after 30 hours of a live job that begins processing this long after it was accepted. */
const waiting = (queued: string, ...seen: unknown[]): ShownRow => [
  `${seen[0]} where processing begins ${queued} after the submission`,
  given(
    ['makeup as live', '30h'],
    last(({ body: { status, completed_at, error } }) => [status, completed_at, error?.code], `${READ} as live`),
  ),
  seen,
  { stages: { queued, picked_up: 0, preparing: 0 } },
];

describe('8 retention of an input asset', () => {
  itShows([
    [
      'is over at exactly expires_at: for a read, a list, a submission and a delete',
      given(['upload', '86399999ms'], seen(...ASSET, '1ms', ...ASSET, 'DELETE /v1/assets/{face}')),
      ['200', 1, '202', ASSET_GONE, 0, '410 ASSET_EXPIRED', '204'],
    ],
    [
      'distinguishes a deleted asset (404) from an expired one (410), even after it would have expired',
      outcomes('upload', 'DELETE /v1/assets/{face}', '24h', 'makeup'),
      [201, 204, ASSET_GONE],
    ],
  ]);
});

describe('8 retention of a job and its results', () => {
  itShows([
    [
      'is over for all of them at exactly the job’s expires_at',
      given([...FINISHED, '604799999ms'], seen(...RESULT, '1ms', ...RESULT)),
      ['200', '200', '200', 1, 1, JOB_GONE, ASSET_GONE, ASSET_GONE, 0, 0],
    ],
    [
      'is the same for a job and its results',
      given(
        ['makeup', '4s'],
        each(({ body }) => body.expires_at ?? body.output?.image.expires_at, READ, 'GET /v1/assets/{result}'),
      ),
      ['2026-01-08T00:00:04.000Z', '2026-01-08T00:00:04.000Z'],
    ],
    [
      'leaves nothing to read, cancel or delete',
      given([...FINISHED, '1h'], outcomes(READ, 'POST /v1/jobs/{job}/cancel', 'DELETE /v1/jobs/{job}')),
      [JOB_GONE, JOB_GONE, JOB_GONE],
      HOUR,
    ],
    [
      'begins when the job ends, not when it is accepted (reading 29)',
      given(
        ['makeup'],
        each(({ body }) => [body.status, body.expires_at], '2h', READ, '1h3s', READ),
      ),
      [
        ['queued', null],
        ['succeeded', '2026-01-01T04:00:03.000Z'],
      ],
      { ...HOUR, stages: { queued: '3h' } },
    ],
    ['applies to a failed job', given([failing, 'makeup', '4s'], outcomes(...AROUND)), [200, JOB_GONE], HOUR],
    ['applies to a cancelled job', given(['makeup', CANCEL], outcomes(...AROUND)), [200, JOB_GONE], HOUR],
  ]);
});

/** A job whose input expires while it waits. */
const snapshotOfLateSubmission = async (played: Played) => {
  await play(played, 'upload', '2h', 'makeup', '2h3s', READ);
  return each((reply) => reply.body.status ?? reply.status, 'GET /v1/assets/{face}', READ)(played);
};

describe('8 retention of a snapshot', () => {
  itShows([
    waiting('24h', 'failed', '2026-01-02T00:00:00.000Z', 'INPUT_EXPIRED'),
    waiting('25h', 'failed', '2026-01-02T01:00:00.000Z', 'INPUT_EXPIRED'),
    waiting('86399999ms', 'succeeded', '2026-01-02T00:00:01.999Z', undefined),
    [
      'outlives the deletion of the asset',
      given(
        ['makeup', 'DELETE /v1/assets/{face}', '4s'],
        last(({ body }) => [body.status, body.inputs.length], READ),
      ),
      ['succeeded', 1],
    ],
    [
      'counts from the submission, not from the upload',
      snapshotOfLateSubmission,
      [404, 'succeeded'],
      { stages: { queued: '2h' }, readings: { input_retention: '3h' } },
    ],
  ]);
});
