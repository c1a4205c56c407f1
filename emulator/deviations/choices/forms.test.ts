import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import {
  each,
  field,
  given,
  header,
  last,
  openPlayed,
  type Played,
  type PlayedRow,
  play,
  statuses,
} from '../../testing/play.ts';
import { idsOf } from '../../testing/steps.ts';

const JSON_TYPE = 'application/json';
const USAGE = 'GET /v1/usage';
const FIRST_SECOND = '2026-01-01T00:00:01';
const upload = ({ client }: Played) => client.upload();
const id = last(({ body }) => body.id, upload);
const createdAt = field('created_at', '1120ms', upload);
const livemode = each(({ body }) => 'livemode' in body, 'makeup', upload);
const sorted = async (played: Played) => {
  const ids = [await id(played), await id(played), await id(played), await id(played)];
  return ids.toSorted().join() === ids.join();
};
const queue = each(({ body }) => ['queue' in body, Object.keys(body).length], 'makeup', upload);
const traces = async (played: Played) => {
  const job = (await play(played, 'makeup')).body;
  const list = (await play(played, 'GET /v1/jobs')).body;
  const { error } = (await play(played, 'GET /v1/jobs/job_0')).body;
  const balance = (await play(played, 'GET /v1/credits/balance')).body;
  return [job, job.inputs[0], list, list.data[0], error, balance, balance.unit_costs].map((map) => 'x_trace' in map);
};
const requestIds = given(
  ['makeup'],
  each(({ headers }) => headers.get('x-request-id'), 'GET /v1/jobs/{job}', USAGE),
);
const unknownParameters = given(
  ['makeup'],
  statuses('GET /v1/jobs/{job}?x=1', 'GET /v1/assets/{face}?x=1', 'GET /v1/credits/balance?x=1', 'GET /v1/jobs/{job}'),
);
const chunked = async ({ emulator }: Played) => {
  await using _ = emulator;
  const headers = { 'X-API-Key': emulator.keys.test ?? '', 'Content-Type': 'image/png', 'Idempotency-Key': 'a' };
  const seen = [];
  for (const path of ['/v1/assets', '/v1/skin/analyses'])
    for (const body of ['{}', new Blob(['{}']).stream()]) {
      const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      seen.push((await fetch(`${emulator.url}${path}`, sent)).status);
    }
  return seen;
};
const compressed = async ({ emulator }: Played) => {
  const headers = { 'X-API-Key': emulator.keys.test ?? '', 'Accept-Encoding': 'gzip, br' };
  const answer = await emulator.fetch('/v1/usage', { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isGzip = answer.headers.get('content-encoding') === 'gzip';
  return [isGzip, JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString())];
};

const ROWS: readonly PlayedRow[] = [
  [
    'id_form',
    id,
    expect.stringMatching(/^asset_[0-9a-z]{16}$/),
    {
      uuid: expect.stringMatching(/^asset_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      capitals: expect.stringMatching(/^asset_[0-9A-HJKMNP-TV-Z]{16}$/),
      number: expect.stringMatching(/^asset_\d{10}$/),
    },
  ],
  [
    'id_length',
    id,
    expect.stringMatching(/^asset_\w{16}$/),
    { 32: expect.stringMatching(/^asset_\w{32}$/), 1: expect.stringMatching(/^asset_\w{6}$/) },
  ],
  ['id_order', sorted, true, { random: false }],
  [
    'time_digits',
    createdAt,
    `${FIRST_SECOND}.120Z`,
    { none: `${FIRST_SECOND}Z`, microseconds: `${FIRST_SECOND}.120000Z`, as_needed: `${FIRST_SECOND}.12Z` },
  ],
  ['time_offset', createdAt, `${FIRST_SECOND}.120Z`, { zero_offset: `${FIRST_SECOND}.120+00:00` }],
  ['livemode', livemode, [true, true], { never: [false, false], jobs_and_events: [true, false] }],
  [
    'extra_fields',
    queue,
    [
      [false, 11],
      [false, 9],
    ],
    {
      in_jobs: [
        [true, 13],
        [false, 9],
      ],
    },
  ],
  [
    'extra_fields',
    traces,
    [false, false, false, false, false, false, false],
    { everywhere: [true, true, true, true, true, true, false] },
  ],
  ['json_spacing', last(({ text }) => text, USAGE), '{"data":[]}', { indented: '{\n  "data": []\n}' }],
  [
    'json_content_type',
    header('content-type', USAGE),
    JSON_TYPE,
    { charset: `${JSON_TYPE}; charset=utf-8`, capitals_and_charset: 'Application/JSON; Charset=UTF-8' },
  ],
  [
    'extra_headers',
    requestIds,
    [null, null],
    { on_job_reads: [expect.any(String), null], everywhere: [expect.any(String), 'req_x'] },
  ],
  ['unknown_query_parameter', unknownParameters, [200, 200, 200, 200], { refuse: [400, 400, 400, 200] }],
  ['chunked_request', chunked, [400, 400, 400, 400], { 411: [400, 411, 400, 411] }, { listen: true }],
  ['content_length', header('content-length', USAGE), '11', { chunked: null }],
  ['connection', header('connection', USAGE), null, { close: 'close' }],
  ['compression', compressed, [false, { data: [] }], { gzip: [true, { data: [] }] }],
];

describeChoices('forms', ROWS, { open: openPlayed });

it('the choices of a form can be combined, for an event and for a read', async () => {
  const played = await openPlayed({
    readings: {
      id_form: 'uuid',
      id_order: 'random',
      time_digits: 'microseconds',
      time_offset: 'zero_offset',
      extra_fields: 'everywhere',
      json_spacing: 'indented',
    },
  });
  await using receiver = await played.emulator.webhooks.receiver();
  const { body } = await play(played, 'makeup', '4s', 'GET /v1/jobs/{job}');
  expect(body).toMatchObject({ status: 'succeeded', completed_at: '2026-01-01T00:00:04.000000+00:00' });
  expect((await play(played, 'GET /v1/assets/{result}/content')).status).toBe(200);
  const [delivery] = receiver.received;
  expect(JSON.parse(String(delivery?.raw)).data.object).toEqual(body);
  expect(delivery?.verification.ok).toBe(true);
});

it('lists are sorted by whole seconds if times have whole seconds', async () => {
  const played = await openPlayed({ readings: { time_digits: 'none', id_order: 'random' } });
  for (let count = 0; count < 8; count += 1) await play(played, upload, '100ms');
  const ids = idsOf(await play(played, 'GET /v1/assets'));
  expect(ids).toEqual(ids.toSorted().reverse());
});
