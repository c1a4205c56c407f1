import sharp from 'sharp';
import { expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import {
  each,
  failing,
  given,
  last,
  makeup,
  openPlayed,
  type Played,
  type PlayedRow,
  play,
  type Step,
  statuses,
} from '../../testing/play.ts';

const READ = 'GET /v1/jobs/{job} as live';
const BALANCE = 'GET /v1/credits/balance as live';
const HOURS = 3_600_000;
const BEGIN = '2026-01-01T00:00';

/** A view of a job after some steps. */
// biome-ignore lint/suspicious/noExplicitAny: fields of every kind are looked into
const jobAfter = (look: (job: any) => unknown, ...steps: Step[]) =>
  last(({ body }) => look(body), 'makeup as live', ...steps, READ);
const statusAfter = (time: string) => jobAfter(({ status }) => status, time);
const errorAfter = (time: string) => jobAfter(({ error }) => error?.code ?? null, time);
const span = (from: string, to: string) => Date.parse(to) - Date.parse(from);
const lifetime = jobAfter(({ created_at, expires_at }) => span(created_at, expires_at), '4s');
const duration = jobAfter((job) => [job.status, span(job.created_at, job.completed_at)], '1h');
const expiries = given(
  ['makeup as live'],
  each(({ body }) => body.expires_at, READ, '4s', READ),
);
const updates = given(
  ['makeup as live', '2s'],
  each(({ body }) => (body.data?.[0] ?? body).updated_at.slice(17, 23), READ, '500ms', READ, 'GET /v1/jobs as live'),
);
const settled = given(
  ['makeup as live', '3d'],
  last(({ body }) => body.settled_units, BALANCE),
);
const accepted = last(({ status, body, headers }) => [status, body.status, headers.get('retry-after')], 'makeup');
/** A finished job and its picture, before and after its retention. */
const retained = given(
  ['makeup', '4s', 'GET /v1/assets/{result}', '8d'],
  statuses('GET /v1/jobs/{job}', 'GET /v1/assets/{result}/content'),
);
const masksRetained = given(
  ['skin', '4s'],
  each(({ body }) => body.output?.visualizations.length, 'GET /v1/jobs/{job}', '8d', 'GET /v1/jobs/{job}'),
);
/** The statuses of three jobs, the oldest first. */
const threeJobs = async (played: Played) => {
  const seen = [];
  await play(played, 'makeup', '1ms', 'makeup', '1ms', 'makeup');
  for (const time of ['2s', '4s']) {
    const { data } = (await play(played, time, 'GET /v1/jobs')).body;
    seen.push(data.map(({ status }: { status: string }) => status).reverse());
  }
  return seen;
};
const noFace = async (played: Played) => {
  const grey = { width: 64, height: 80, channels: 3, background: '#808080' } as const;
  const body = await sharp({ create: grey }).png().toBuffer();
  const { id } = (await played.client.upload({ body })).body;
  return (await play(played, makeup({}, { input: id }), '4s', 'GET /v1/jobs/{job}')).body.status;
};

/** A job waits for two days, and its input is kept for one day. */
const LONG_WAIT = { stages: { queued: '2d' } } as const;
const DONE_AT_ONCE = { stages: { queued: 0, picked_up: 0, preparing: 0, processing: 0 } };
const AT_ONCE = { stages: { queued: 0, picked_up: 0, preparing: 0 } };

const ROWS: readonly PlayedRow[] = [
  ['stages.queued', given(['makeup', '2s'], statuses('POST /v1/jobs/{job}/cancel')), [202], { '3s': [200] }],
  ['stages.queued', statusAfter('500ms'), 'queued', { 0: 'running' }],
  ['stages.picked_up', statusAfter('1s'), 'queued', { 0: 'running' }],
  ['stages.preparing', statusAfter('3500ms'), 'running', { 0: 'succeeded' }],
  ['stages.processing', statusAfter('1m'), 'succeeded', { '150s': 'running' }],
  ['stage_status.picked_up', statusAfter('1s'), 'queued', { running: 'running' }],
  ['stage_status.preparing', statusAfter('1500ms'), 'running', { queued: 'queued' }],
  ['accepted_job', accepted, [202, 'queued', '1'], { as_it_is: [202, 'running', '1'] }, AT_ONCE],
  ['accepted_job', given([failing], accepted), [202, 'queued', '1'], { as_it_is: [202, 'failed', '1'] }, DONE_AT_ONCE],
  ['job_timeout', errorAfter('11m'), null, { '10m': 'PROCESSING_FAILED' }, LONG_WAIT],
  ['job_timeout', duration, ['succeeded', 2_000], { '1s': ['failed', 1_000] }, AT_ONCE],
  [
    'job_timeout_code',
    errorAfter('11m'),
    'PROCESSING_FAILED',
    { INPUT_EXPIRED: 'INPUT_EXPIRED' },
    { ...LONG_WAIT, readings: { job_timeout: '10m' } },
  ],
  ['snapshot_retention', errorAfter('3d'), 'INPUT_EXPIRED', { '30d': null }, LONG_WAIT],
  ['input_expired', errorAfter('3d'), 'INPUT_EXPIRED', { never: null }, LONG_WAIT],
  ['input_expired', errorAfter('25h'), null, { when_it_lapses: 'INPUT_EXPIRED' }, LONG_WAIT],
  ['input_expired_billing', settled, 9_999, { not_billed: 10_000 }, LONG_WAIT],
  ['job_retention', lifetime, 7 * 24 * HOURS + 4_000, { '5m': 304_000 }],
  ['job_retention_from', lifetime, 7 * 24 * HOURS + 4_000, { acceptance: 7 * 24 * HOURS }],
  [
    'job_expires_at',
    expiries,
    [null, '2026-01-08T00:00:04.000Z'],
    { from_start: ['2026-01-08T00:00:00.000Z', '2026-01-08T00:00:00.000Z'], never: [null, null] },
  ],
  ['job_after_expires_at', retained, [404, 404], { read_without_results: [200, 404] }],
  ['job_after_expires_at', masksRetained, [1, undefined], { read_with_bare_output: [1, 0] }],
  [
    'jobs_at_once',
    threeJobs,
    [
      ['running', 'running', 'running'],
      ['succeeded', 'succeeded', 'succeeded'],
    ],
    {
      1: [
        ['running', 'queued', 'queued'],
        ['succeeded', 'running', 'queued'],
      ],
    },
  ],
  ['updated_at', jobAfter((job) => job.updated_at, '1s'), `${BEGIN}:00.000Z`, { stage: `${BEGIN}:01.000Z` }],
  ['updated_at', updates, ['01.500', '01.500', '01.500'], { every_read_while_running: ['02.000', '02.500', '02.500'] }],
  ['job_inputs_role', jobAfter(({ inputs }) => inputs[0].role), 'source', { other: 'photo' }],
  ['face_detection', noFace, 'failed', { off: 'succeeded' }],
];

describeChoices('stages', ROWS, { open: openPlayed });

it('a waiting job begins once more jobs may run at the same time', async () => {
  const played = await openPlayed({ readings: { jobs_at_once: 1 } });
  await play(played, 'makeup', '2s', 'makeup', '1s');
  await played.emulator.readings.set({ jobs_at_once: null });
  expect((await play(played, '1s', 'GET /v1/jobs/{job}')).body.status).toBe('running');
});

it('a job that times out while its pictures are being created ends only once', async () => {
  const played = await openPlayed({ ...AT_ONCE, readings: { job_timeout: '1s' } });
  expect((await play(played, 'makeup as live', '1s', '1h', READ)).body.status).toBe('failed');
  expect((await play(played, 'DELETE /v1/jobs/{job} as live')).status).toBe(204);
});

it('a job keeps the statuses and the timeout that it began with', async () => {
  const played = await openPlayed();
  const before = (await play(played, 'makeup')).body.id;
  await played.emulator.readings.set({ stage_status: { picked_up: 'running' }, job_timeout: '2s' });
  const both = each(({ body }) => body.status, `GET /v1/jobs/${before}`, 'GET /v1/jobs/{job}');
  await play(played, 'makeup', '1s', 'GET /v1/jobs');
  expect(await both(played)).toEqual(['queued', 'running']);
  await played.emulator.clock.advance('3s');
  expect(await both(played)).toEqual(['succeeded', 'failed']);
});

it('the tag of a job that is updated on each read follows the seconds in its times', async () => {
  const played = await openPlayed({ readings: { updated_at: 'every_read_while_running', time_digits: 'none' } });
  await play(played, 'makeup as live');
  const read = async () => (await play(played, READ)).headers.get('etag');
  await played.emulator.clock.advance('2s');
  const tags = [await read()];
  for (const _ of [1, 2]) {
    await played.emulator.clock.advance('500ms');
    tags.push(await read());
  }
  expect(tags.map((tag) => tag === tags[0])).toEqual([true, true, false]);
});
