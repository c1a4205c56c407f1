import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type At, type ChoiceRow, describeChoices } from '../../testing/choices/choice-rows.ts';
import { emulatorFor } from '../../testing/client.ts';
import { JOB_TIME } from '../../testing/receiving-server.ts';

const idOf = async ({ client }: At) => String((await client.upload()).body.id).slice('asset_'.length);
const isIdLike = (form: RegExp) => async (at: At) => form.test(await idOf(at));

/** The time of an upload, 1.12 s after the world began. */
const timeOf = async ({ client, emulator }: At) => {
  await emulator.clock.advance('1120ms');
  return (await client.upload()).body.created_at;
};

const usageOf = ({ client }: At, headers: Record<string, string> = {}) => client.get('/v1/usage', { headers });
const headerOf = (name: string) => async (at: At) => (await usageOf(at)).headers.get(name);

const ID_FORMS = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  capitals: /^[0-9A-HJKMNP-TV-Z]{16}$/,
  number: /^\d{10}$/,
};

const ROWS: readonly ChoiceRow[] = [
  ...Object.entries(ID_FORMS).map(([choice, form]) => ({
    question: 'id_form',
    choice,
    shows: isIdLike(form),
    expected: true,
  })),
  { question: 'id_length', choice: 32, shows: isIdLike(/^\w{32}$/), expected: true },
  { question: 'id_length', choice: 1, shows: isIdLike(/^\w{6}$/), expected: true },
  {
    question: 'id_order',
    choice: 'random',
    shows: async (at) => {
      const ids = [await idOf(at), await idOf(at), await idOf(at), await idOf(at)];
      return ids.toSorted().join() === ids.join();
    },
    expected: false,
  },
  { question: 'time_digits', choice: 'none', shows: timeOf, expected: '2026-01-01T00:00:01Z' },
  { question: 'time_digits', choice: 'microseconds', shows: timeOf, expected: '2026-01-01T00:00:01.120000Z' },
  { question: 'time_digits', choice: 'as_needed', shows: timeOf, expected: '2026-01-01T00:00:01.12Z' },
  { question: 'time_offset', choice: 'zero_offset', shows: timeOf, expected: '2026-01-01T00:00:01.120+00:00' },
  {
    question: 'livemode',
    choice: 'never',
    shows: async ({ client }) => {
      const { body: job } = await client.submitOn('makeup.apply');
      return ['livemode' in job, 'livemode' in (await client.upload()).body];
    },
    expected: [false, false],
  },
  {
    question: 'livemode',
    choice: 'jobs_and_events',
    shows: async ({ client }) => {
      const { body: job } = await client.submitOn('makeup.apply');
      return ['livemode' in job, 'livemode' in (await client.upload()).body];
    },
    expected: [true, false],
  },
  {
    question: 'extra_fields',
    choice: 'in_jobs',
    shows: async ({ client }) => {
      const { body: job } = await client.submitOn('makeup.apply');
      return ['queue' in job, Object.keys((await client.upload()).body).length];
    },
    expected: [true, 9],
  },
  {
    question: 'extra_fields',
    choice: 'everywhere',
    shows: async ({ client }) => {
      const { body: job } = await client.submitOn('makeup.apply');
      const { body: list } = await client.get('/v1/jobs');
      const { body: refused } = await client.get('/v1/jobs/job_0');
      const { body: balance } = await client.get('/v1/credits/balance');
      return [job, job.inputs[0], list, list.data[0], refused.error, balance, balance.unit_costs].map(
        (map) => 'x_trace' in map,
      );
    },
    expected: [true, true, true, true, true, true, false],
  },
  {
    question: 'json_spacing',
    choice: 'indented',
    shows: async (at) => (await usageOf(at)).text,
    expected: '{\n  "data": []\n}',
  },
  {
    question: 'json_content_type',
    choice: 'charset',
    shows: headerOf('content-type'),
    expected: 'application/json; charset=utf-8',
  },
  {
    question: 'json_content_type',
    choice: 'capitals_and_charset',
    shows: headerOf('content-type'),
    expected: 'Application/JSON; Charset=UTF-8',
  },
  {
    question: 'extra_headers',
    choice: 'on_job_reads',
    shows: async ({ client }) => {
      const { body: job } = await client.submitOn('makeup.apply');
      const answers = [await client.get(`/v1/jobs/${job.id}`), await client.get('/v1/usage')];
      return answers.map(({ headers }) => headers.has('x-request-id'));
    },
    expected: [true, false],
  },
  { question: 'extra_headers', choice: 'everywhere', shows: headerOf('x-request-id'), expected: 'req_x' },
  {
    question: 'unknown_query_parameter',
    choice: 'refuse',
    shows: async ({ client }) => {
      const { body: job } = await client.submitOn('makeup.apply');
      const paths = [`/v1/jobs/${job.id}`, `/v1/assets/${job.inputs[0].asset_id}`, '/v1/credits/balance'];
      const answers = [
        ...(await Promise.all(paths.map((path) => client.get(`${path}?x=1`)))),
        await client.get(paths[0] ?? ''),
      ];
      return answers.map(({ status, body }) => [status, body.error?.code]);
    },
    expected: [
      [400, 'INVALID_REQUEST'],
      [400, 'INVALID_REQUEST'],
      [400, 'INVALID_REQUEST'],
      [200, undefined],
    ],
  },
  {
    question: 'chunked_request',
    choice: 411,
    shows: async ({ emulator }) => {
      await using _ = emulator;
      const headers = { 'X-API-Key': emulator.keys.test ?? '', 'Content-Type': 'image/png', 'Idempotency-Key': 'a' };
      const statuses = [];
      for (const path of ['/v1/assets', '/v1/skin/analyses'])
        for (const body of ['{}', new Blob(['{}']).stream()]) {
          const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
          statuses.push((await fetch(`${emulator.url}${path}`, sent)).status);
        }
      return statuses;
    },
    expected: [400, 411, 400, 411],
    options: { listen: true },
  },
  { question: 'content_length', choice: 'chunked', shows: headerOf('content-length'), expected: null },
  { question: 'connection', choice: 'close', shows: headerOf('connection'), expected: 'close' },
  {
    question: 'compression',
    choice: 'gzip',
    shows: async (at) => {
      const taken = await at.emulator.fetch('/v1/usage', {
        headers: { 'X-API-Key': at.emulator.keys.test ?? '', 'Accept-Encoding': 'gzip, br' },
      });
      const bytes = Buffer.from(await taken.arrayBuffer());
      if (taken.headers.get('content-encoding') !== 'gzip') return null;
      return [JSON.parse(gunzipSync(bytes).toString()), (await usageOf(at)).body];
    },
    expected: [{ data: [] }, { data: [] }],
  },
];

describeChoices('forms', ROWS);

const ALL = {
  id_form: 'uuid',
  id_order: 'random',
  time_digits: 'microseconds',
  time_offset: 'zero_offset',
  extra_fields: 'everywhere',
  json_spacing: 'indented',
} as const;

it('the choices of a form hold together, and for an event as for a read', async () => {
  const { emulator, client } = await emulatorFor({ readings: ALL });
  await using receiver = await emulator.webhooks.receiver();
  const { headers } = await client.submitOn('makeup.apply');
  await emulator.clock.advance(JOB_TIME);
  const read = await client.get(headers.get('location') ?? '');
  expect(read.body).toMatchObject({ status: 'succeeded', completed_at: '2026-01-01T00:00:04.000000+00:00' });
  const image = await emulator.fetch(read.body.output.image.href, {
    headers: { 'X-API-Key': emulator.keys.test ?? '' },
  });
  expect(image.status).toBe(200);

  const [delivery] = receiver.received;
  const raw = String(delivery?.raw);
  expect(JSON.parse(raw).data.object).toEqual(read.body);
  expect(delivery?.verification.ok).toBe(true);
});

it('lists are sorted by whole seconds where times are', async () => {
  const { emulator, client } = await emulatorFor({ readings: { time_digits: 'none', id_order: 'random' } });
  for (let count = 0; count < 8; count += 1) {
    await client.upload();
    await emulator.clock.advance('100ms');
  }
  const { data } = (await client.get('/v1/assets')).body;
  const ids = data.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());
});

it('a form takes effect in a running world at once', async () => {
  const { emulator, client } = await emulatorFor();
  await emulator.readings.set({ json_content_type: 'charset', time_digits: 'none', id_form: 'number' });
  const { headers, body } = await client.upload();
  expect([headers.get('content-type'), body.created_at]).toEqual([
    'application/json; charset=utf-8',
    '2026-01-01T00:00:00Z',
  ]);
  expect(body.id).toMatch(/^asset_\d{10}$/);
});
