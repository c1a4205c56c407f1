import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type At, type ChoiceRow, describeChoices } from '../../testing/choices/choice-rows.ts';
import { emulatorFor } from '../../testing/client.ts';

const LIVE = 'pk_live_demo';

/** The job of a makeup try-on, some time after it was submitted. */
async function jobAfter({ emulator, client }: At, ...times: string[]) {
  const { body } = await client.submitOn('makeup.apply', { key: LIVE });
  for (const time of times) await emulator.clock.advance(time);
  return jobOf({ emulator, client }, body.id);
}

async function jobOf({ client }: At, id: string) {
  return (await client.get(`/v1/jobs/${id}`, { key: LIVE })).body;
}

const statusAfter =
  (...times: string[]) =>
  async (at: At) =>
    (await jobAfter(at, ...times)).status;

const errorAfter =
  (...times: string[]) =>
  async (at: At) =>
    (await jobAfter(at, ...times)).error?.code ?? null;

/** Whether a cancel is done at once, or later. */
const cancelAfter = (time: string) => async (at: At) => {
  const { id } = await jobAfter(at, time);
  return (await at.client.call('POST', `/v1/jobs/${id}/cancel`, { key: LIVE })).status;
};

const expiryOf = async (at: At) => {
  const { created_at, expires_at } = await jobAfter(at, '4s');
  return Date.parse(expires_at) - Date.parse(created_at);
};

/** A job waits for two days, and what it works on is kept for one. */
const LONG_WAIT = { stages: { queued: '2d' } } as const;

const ROWS: readonly ChoiceRow[] = [
  { question: 'stages.queued', choice: '3s', shows: cancelAfter('2s'), expected: 200 },
  { question: 'stages.queued', choice: 0, shows: statusAfter('500ms'), expected: 'running' },
  { question: 'stages.picked_up', choice: 0, shows: statusAfter('1s'), expected: 'running' },
  { question: 'stages.preparing', choice: 0, shows: statusAfter('3500ms'), expected: 'succeeded' },
  { question: 'stages.processing', choice: '150s', shows: statusAfter('1m'), expected: 'running' },
  { question: 'stage_status.picked_up', choice: 'running', shows: statusAfter('1s'), expected: 'running' },
  { question: 'stage_status.preparing', choice: 'queued', shows: statusAfter('1500ms'), expected: 'queued' },
  {
    question: 'accepted_job',
    choice: 'as_it_is',
    shows: async ({ client }) => {
      const { status, body, headers } = await client.submitOn('makeup.apply');
      return [status, body.status, headers.get('retry-after')];
    },
    expected: [202, 'running', '1'],
    options: { stages: { queued: 0, picked_up: 0, preparing: 0 } },
  },
  {
    question: 'job_timeout',
    choice: '10m',
    shows: errorAfter('11m'),
    expected: 'PROCESSING_FAILED',
    options: LONG_WAIT,
  },
  {
    question: 'job_timeout',
    choice: '1s',
    shows: async (at) => {
      const { status, completed_at, created_at } = await jobAfter(at, '1h');
      return [status, Date.parse(completed_at) - Date.parse(created_at)];
    },
    expected: ['failed', 1_000],
    options: { stages: { queued: 0, picked_up: 0, preparing: 0 } },
  },
  {
    question: 'job_timeout_code',
    choice: 'INPUT_EXPIRED',
    shows: errorAfter('11m'),
    expected: 'INPUT_EXPIRED',
    options: { ...LONG_WAIT, readings: { job_timeout: '10m' } },
  },
  { question: 'snapshot_retention', choice: '30d', shows: errorAfter('3d'), expected: null, options: LONG_WAIT },
  { question: 'input_expired', choice: 'never', shows: errorAfter('3d'), expected: null, options: LONG_WAIT },
  {
    question: 'input_expired',
    choice: 'when_it_lapses',
    shows: errorAfter('25h'),
    expected: 'INPUT_EXPIRED',
    options: LONG_WAIT,
  },
  {
    question: 'input_expired_billing',
    choice: 'not_billed',
    shows: async (at) => {
      const before = (await at.client.get('/v1/credits/balance', { key: LIVE })).body.settled_units;
      await jobAfter(at, '3d');
      return before - (await at.client.get('/v1/credits/balance', { key: LIVE })).body.settled_units;
    },
    expected: 0,
    options: LONG_WAIT,
  },
  { question: 'job_retention', choice: '5m', shows: expiryOf, expected: 304_000 },
  { question: 'job_retention_from', choice: 'acceptance', shows: expiryOf, expected: 7 * 24 * 3_600_000 },
  {
    question: 'job_expires_at',
    choice: 'from_start',
    shows: async (at) => {
      const { id, expires_at } = await jobAfter(at);
      await at.emulator.clock.advance('4s');
      return [expires_at, (await jobOf(at, id)).expires_at];
    },
    expected: ['2026-01-08T00:00:00.000Z', '2026-01-08T00:00:00.000Z'],
  },
  {
    question: 'job_expires_at',
    choice: 'never',
    shows: async (at) => {
      const { status, expires_at } = await jobAfter(at, '4s');
      return [status, expires_at];
    },
    expected: ['succeeded', null],
  },
  {
    question: 'job_after_expires_at',
    choice: 'read_without_results',
    shows: async (at) => {
      const { id, output } = await jobAfter(at, '4s');
      await at.emulator.clock.advance('8d');
      const paths = [`/v1/jobs/${id}`, output.image.href];
      return Promise.all(paths.map(async (path) => (await at.client.get(path, { key: LIVE })).status));
    },
    expected: [200, 404],
  },
  {
    question: 'job_after_expires_at',
    choice: 'read_with_bare_output',
    shows: async (at) => {
      const { id } = (await at.client.submitOn('skin.analyze', { key: LIVE })).body;
      await at.emulator.clock.advance('4s');
      const { output } = await jobOf(at, id);
      await at.emulator.clock.advance('8d');
      return [output.visualizations.length, (await jobOf(at, id)).output?.visualizations.length];
    },
    expected: [1, 0],
  },
  {
    question: 'jobs_at_once',
    choice: 1,
    shows: async ({ emulator, client }) => {
      const submitted: string[] = [];
      for (let count = 0; count < 3; count += 1) submitted.push((await client.submitOn('makeup.apply')).body.id);
      const statuses = async () =>
        Promise.all(submitted.map(async (id) => (await client.get(`/v1/jobs/${id}`)).body.status));
      await emulator.clock.advance('2s');
      const seen = [await statuses()];
      await emulator.clock.advance('4s');
      seen.push(await statuses());
      await emulator.readings.set({ jobs_at_once: null });
      await emulator.clock.advance('1s');
      return [...seen, await statuses()];
    },
    expected: [
      ['running', 'queued', 'queued'],
      ['succeeded', 'running', 'queued'],
      ['succeeded', 'succeeded', 'running'],
    ],
  },
  {
    question: 'updated_at',
    choice: 'stage',
    shows: async (at) => (await jobAfter(at, '1s')).updated_at,
    expected: '2026-01-01T00:00:01.000Z',
  },
  {
    question: 'updated_at',
    choice: 'every_read_while_running',
    shows: async (at) => {
      const { id, updated_at } = await jobAfter(at, '2s');
      await at.emulator.clock.advance('500ms');
      const list = (await at.client.get('/v1/jobs', { key: LIVE })).body.data;
      return [updated_at, (await jobOf(at, id)).updated_at, list[0].updated_at];
    },
    expected: ['2026-01-01T00:00:02.000Z', '2026-01-01T00:00:02.500Z', '2026-01-01T00:00:02.500Z'],
  },
  {
    question: 'job_inputs_role',
    choice: 'other',
    shows: async (at) => (await jobAfter(at)).inputs[0].role,
    expected: 'photo',
  },
  {
    question: 'face_detection',
    choice: 'off',
    shows: async (at) => {
      const { body: asset } = await at.client.upload({ body: await greyPng() });
      const inputs = [{ asset_id: asset.id, role: 'source' }];
      const products = [{ category: 'lipstick', color: '#a1304a' }];
      const { body } = await at.client.submit('/v1/makeup/try-ons', { inputs, products });
      await at.emulator.clock.advance('4s');
      return (await at.client.get(`/v1/jobs/${body.id}`)).body.status;
    },
    expected: 'succeeded',
  },
];

describeChoices('stages', ROWS);

it('what becomes of a timed out job whose pictures are being made is one end, and no more', async () => {
  const at = await emulatorFor({ readings: { job_timeout: '1s' }, stages: { queued: 0, picked_up: 0, preparing: 0 } });
  const { id } = await jobAfter(at, '1s', '1h');
  expect((await jobOf(at, id)).status).toBe('failed');
  expect((await at.client.call('DELETE', `/v1/jobs/${id}`, { key: LIVE })).status).toBe(204);
});

it('a job keeps the statuses and the time-out that it began with', async () => {
  const at = await emulatorFor();
  const { body: before } = await at.client.submitOn('makeup.apply', { key: LIVE });
  await at.emulator.readings.set({ stage_status: { picked_up: 'running' }, job_timeout: '2s' });
  const { body: after } = await at.client.submitOn('makeup.apply', { key: LIVE });
  await at.emulator.clock.advance('1s');
  expect([(await jobOf(at, before.id)).status, (await jobOf(at, after.id)).status]).toEqual(['queued', 'running']);
  await at.emulator.clock.advance('3s');
  expect([(await jobOf(at, before.id)).status, (await jobOf(at, after.id)).status]).toEqual(['succeeded', 'failed']);
});

it('a tag stands for what is shown of a job that moves with the time, in seconds where times have no more', async () => {
  const at = await emulatorFor({ readings: { updated_at: 'every_read_while_running', time_digits: 'none' } });
  const { id } = await jobAfter(at, '2s');
  const read = async () => (await at.client.get(`/v1/jobs/${id}`, { key: LIVE })).headers.get('etag');
  const tags = [await read()];
  for (const step of ['500ms', '500ms']) {
    await at.emulator.clock.advance(step);
    tags.push(await read());
  }
  expect([tags[1] === tags[0], tags[2] === tags[0]]).toEqual([true, false]);
});

function greyPng(): Promise<Uint8Array> {
  return sharp({ create: { width: 64, height: 80, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
}
