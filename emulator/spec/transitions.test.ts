import { describe, expect, it } from 'vitest';
import {
  each,
  failing,
  given,
  itShows,
  last,
  openPlayed,
  outcomes,
  play,
  type ShownRow,
  type Step,
  skin,
} from '../testing/play.ts';
import { type StageName, UNTIL } from '../testing/steps.ts';

const COST = 3;
const OPTIONS = {
  accounts: [
    {
      name: 'demo',
      keys: [{ secret: 'pk_live_demo' }, { secret: 'pk_test_demo' }],
      credits: { granted: 100, unit_costs: { 'skin.analyze': COST } },
    },
  ],
};
const HELD = [COST, 100];
const CAPTURED = [0, 100 - COST];
const RELEASED = [0, 100];
const WORKING = ['queued', 'picked_up', 'preparing', 'processing'] as const;

const READ = 'GET /v1/jobs/{job} as live';
const CANCEL = 'POST /v1/jobs/{job}/cancel as live';
const DELETE = 'DELETE /v1/jobs/{job} as live';
const BALANCE = 'GET /v1/credits/balance as live';
const SUBMIT = skin({}, { as: 'live', idempotencyKey: 'the-key' });

/** A live job that is moved to a stage. */
const jobIn = (stage: StageName) => [SUBMIT, UNTIL[stage]];
/** The status of a job in each read, and the units in each balance; for any other answer, its status and code. */
const story = (...steps: Step[]) =>
  each(
    ({ status, body }) => {
      if (body?.held_units !== undefined) return [body.held_units, body.settled_units];
      return body?.status === undefined ? (body?.error?.code ?? status) : `${status} ${body.status}`;
    },
    ...steps,
  );
/** The number of different texts and tags in the answers. */
const differentTexts = (steps: Step[], ...reads: Step[]) =>
  given(steps, async (played) => {
    const seen = await each(({ text, headers }) => `${text} ${headers.get('etag')}`, ...reads)(played);
    return new Set(seen as string[]).size;
  });
const cancelIn = (stage: StageName, seen: unknown[]): ShownRow => [
  `in the stage ${stage} answers ${seen[0]}, and the job ends ${seen[2]}`,
  given(jobIn(stage), story(CANCEL, BALANCE, UNTIL.ended, READ, BALANCE)),
  seen,
];

describe('3 pick-up and processing', () => {
  itShows(
    [
      [
        'shows a job in each of its stages, and its units',
        given([SUBMIT], story(READ, BALANCE, '1s', READ, '500ms', READ, '500ms', READ, BALANCE, '2s', READ, BALANCE)),
        ['200 queued', HELD, '200 queued', '200 running', '200 running', HELD, '200 succeeded', CAPTURED],
      ],
      [
        'changes updated_at when the status changes and at no other step',
        given(
          [SUBMIT],
          each(({ body }) => body.updated_at.slice(17, 23), READ, '1s', READ, '500ms', READ, '500ms', READ, '2s', READ),
        ),
        ['00.000', '00.000', '01.500', '01.500', '04.000'],
      ],
      [
        'ends a success with an output, and keeps the job for its retention',
        given(
          jobIn('ended'),
          last(({ body }) => body, READ),
        ),
        expect.objectContaining({
          status: 'succeeded',
          updated_at: '2026-01-01T00:00:04.000Z',
          completed_at: '2026-01-01T00:00:04.000Z',
          expires_at: '2026-01-08T00:00:04.000Z',
          output: expect.objectContaining({ type: 'skin.analysis' }),
          error: null,
        }),
      ],
      [
        'ends a failure with an error, and answers its read with 200',
        given(
          [failing, ...jobIn('ended')],
          last(({ status, body }) => [status, body.status, body.output, body.error.code, body.completed_at], READ),
        ),
        [200, 'failed', null, 'PROCESSING_FAILED', '2026-01-01T00:00:04.000Z'],
      ],
    ],
    OPTIONS,
  );
});

describe('3 cancel', () => {
  itShows(
    [
      cancelIn('queued', ['200 cancelled', RELEASED, '200 cancelled', RELEASED]),
      cancelIn('picked_up', ['202 queued', HELD, '200 cancelled', RELEASED]),
      cancelIn('preparing', ['202 running', HELD, '200 cancelled', RELEASED]),
      cancelIn('processing', ['202 running', HELD, '200 succeeded', CAPTURED]),
      ...WORKING.map(
        (stage): ShownRow => [
          `in the stage ${stage} answers the body and the ETag of its repeat and of the next read`,
          differentTexts(jobIn(stage), CANCEL, CANCEL, READ),
          1,
        ],
      ),
      ...(
        [
          ['picked_up', '202 queued', '01.500'],
          ['preparing', '202 running', '02.000'],
        ] as const
      ).map(
        ([stage, answer, boundary]): ShownRow => [
          `in the stage ${stage} is honoured at the next boundary and not before`,
          given(
            jobIn(stage),
            each(
              ({ status, body }) => [`${status} ${body.status}`, body.completed_at?.slice(17, 23)],
              CANCEL,
              '499ms',
              READ,
              '1ms',
              READ,
            ),
          ),
          [
            [answer, undefined],
            [answer.replace('202', '200'), undefined],
            ['200 cancelled', boundary],
          ],
        ],
      ),
      [
        'during processing lets the job fail',
        given([failing, ...jobIn('processing'), CANCEL], story('1999ms', READ, '1ms', READ, BALANCE)),
        ['200 running', '200 failed', CAPTURED],
      ],
      ['of a cancelled job answers it unchanged', differentTexts(jobIn('queued'), CANCEL, '1m', CANCEL), 1],
      [
        'of a cancelled job refunds nothing twice',
        given(jobIn('queued'), story(CANCEL, CANCEL, BALANCE)),
        ['200 cancelled', '200 cancelled', RELEASED],
      ],
      ['of a succeeded job is refused', given(jobIn('ended'), outcomes(CANCEL)), ['409 JOB_NOT_CANCELLABLE']],
      [
        'of a failed job is refused',
        given([failing, ...jobIn('ended')], outcomes(CANCEL)),
        ['409 JOB_NOT_CANCELLABLE'],
      ],
      ['that is refused changes nothing', differentTexts(jobIn('ended'), READ, CANCEL, READ), 2],
    ],
    OPTIONS,
  );
});

/** The remains of a deleted job: nothing to read or cancel, its key, and the bill. */
const tombstone = (...steps: Step[]) =>
  given(
    steps,
    each(
      ({ status, body, text }) =>
        body?.error?.code ??
        body?.data?.length ??
        (body === null ? `${status} ${text}` : [body.held_units, body.settled_units]),
      DELETE,
      READ,
      CANCEL,
      'GET /v1/jobs as live',
      SUBMIT,
      BALANCE,
    ),
  );
const GONE = ['204 ', 'JOB_NOT_FOUND', 'JOB_NOT_FOUND', 0, 'JOB_DELETED'];

describe('3 DELETE', () => {
  itShows(
    [
      ...WORKING.map(
        (stage): ShownRow => [
          `in the stage ${stage} is refused and changes nothing`,
          given(jobIn(stage), story(DELETE, READ, BALANCE)),
          ['JOB_IN_PROGRESS', `200 ${stage === 'queued' || stage === 'picked_up' ? 'queued' : 'running'}`, HELD],
        ],
      ),
      ['of a succeeded job leaves a tombstone and the bill', tombstone(...jobIn('ended')), [...GONE, CAPTURED]],
      ['of a failed job leaves a tombstone and the bill', tombstone(failing, ...jobIn('ended')), [...GONE, CAPTURED]],
      ['of a cancelled job leaves a tombstone and the bill', tombstone(SUBMIT, CANCEL), [...GONE, RELEASED]],
      ['answers 204 on each repeat', given(jobIn('ended'), outcomes(DELETE, DELETE, '30d', DELETE)), [204, 204, 204]],
    ],
    OPTIONS,
  );

  it('erases the results with the job, and keeps the input asset', async () => {
    const played = await openPlayed();
    await play(played, 'makeup', '4s', 'GET /v1/assets/{result}/content', 'DELETE /v1/jobs/{job}');
    const GONE_RESULT = '404 ASSET_NOT_FOUND';
    expect(
      await outcomes('GET /v1/assets/{result}/content', 'GET /v1/assets/{result}', 'GET /v1/assets/{face}')(played),
    ).toEqual([GONE_RESULT, GONE_RESULT, 200]);
    expect((await play(played, 'GET /v1/assets')).body.data).toHaveLength(1);
  });
});
