import { describe, expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import type { Reply } from '../../testing/client.ts';
import { each, given, openPlayed, type Played, type PlayedRow, play, statuses } from '../../testing/play.ts';
import { idsOf } from '../../testing/steps.ts';

const PAGE = '/v1/assets?limit=1';
const GTE = 'created_gte=2026-01-01T00:00:00Z';
const SAME_GTE = 'created_gte=2026-01-01T01:00:00%2B01:00';
const upload = ({ client }: Played) => client.upload();

const countOf = ({ status, body }: Reply) => (status === 200 ? body.data.length : body.error.code);
/** The length of each list, or the code of its refusal. */
const lists = (...paths: string[]) => each(countOf, ...paths.map((path) => `GET /v1/assets?${path}`));
const next = async (played: Played, cursor: string, path = PAGE, who = 'test') =>
  play(played, `GET ${path}&cursor=${encodeURIComponent(cursor)} as ${who}`);
/** The cursor after the first of two assets. */
const cursorOf = async (played: Played, path = PAGE): Promise<string> =>
  (await play(played, upload, upload, `GET ${path}`)).body.next_cursor;
const jobIds = async (played: Played, count: number) => {
  const ids = [];
  for (let made = 0; made < count; made += 1) ids.push((await play(played, 'makeup')).body.id);
  return ids;
};

const characters = async (played: Played) => {
  const cursor = await cursorOf(played);
  return [cursor.replace(/[A-Za-z0-9]/g, '').slice(0, 5), countOf(await next(played, cursor))];
};
const otherKey = async (played: Played) => {
  const cursor = await cursorOf(played);
  return [countOf(await next(played, cursor)), countOf(await next(played, cursor, PAGE, 'second'))];
};
const otherSpelling = async (played: Played) => {
  const cursor = await cursorOf(played, `${PAGE}&${GTE}`);
  return countOf(await next(played, cursor, `${PAGE}&${SAME_GTE}`));
};
const atEnd = async (played: Played) => {
  const { next_cursor } = (await play(played, upload, 'GET /v1/assets')).body;
  return next_cursor && countOf(await next(played, next_cursor));
};
/** Whether the second page begins after the first if an asset was added in between. */
const walk = async (played: Played) => {
  const [old, first] = [await play(played, upload), await play(played, upload)];
  const { next_cursor } = (await play(played, `GET ${PAGE}`)).body;
  await play(played, upload);
  return idsOf(await next(played, next_cursor)).map((id) => [old, first].findIndex(({ body }) => body.id === id));
};
const limitPerMinute = async (played: Played) => {
  for (let asked = 0; asked < 60; asked += 1) await play(played, asked % 2 === 0 ? 'GET /v1/assets' : 'GET /v1/jobs');
  const { status, headers } = await play(played, 'GET /v1/assets');
  return [status, headers.get('retry-after'), (await play(played, '1m', 'GET /v1/jobs')).status];
};
const shape = async (played: Played) => {
  const [id] = await jobIds(played, 1);
  const { text } = await play(played, 'GET /v1/jobs');
  return JSON.parse(text.replaceAll(id, 'THE_JOB'), (name, value) => {
    if (name === 'created_at') return undefined;
    return value?.inputs === undefined ? value : value.id;
  });
};
const parameters = statuses(...['limit=1', 'status=queued', GTE].map((one) => `GET /v1/jobs?${one}`));
const maxLimit = statuses(...[20, 21, 100, 101, 1000].map((limit) => `GET /v1/jobs?limit=${limit}`));
/** The positions, by age, of the jobs of two instants in pages of two. */
const ties = async (played: Played) => {
  const ids = await jobIds(played, 2);
  await played.emulator.clock.advance('1ms');
  ids.push(...(await jobIds(played, 3)));
  const seen = [];
  for (let path: string | null = '/v1/jobs?limit=2'; path !== null; ) {
    const page: Reply = await play(played, `GET ${path}`);
    seen.push(...idsOf(page).map((id) => ids.indexOf(id)));
    path = page.body.next_cursor && `/v1/jobs?limit=2&cursor=${page.body.next_cursor}`;
  }
  return seen;
};
const deleted = async (played: Played) => {
  const [, second] = await jobIds(played, 2);
  await play(played, '10s', `DELETE /v1/jobs/${second}`);
  const { data } = (await play(played, 'GET /v1/jobs')).body;
  return [
    data.map(({ deleted: isGone = false }) => isGone),
    countOf(await play(played, 'GET /v1/jobs?status=succeeded')),
  ];
};

const ROWS: readonly PlayedRow[] = [
  ['cursor_characters', characters, [expect.stringMatching(/^[-_]*$/), 1], { to_be_encoded: ['+/=&%', 1] }],
  ['cursor_other_key', otherKey, [1, 1], { refuse: [1, 'INVALID_CURSOR'] }],
  ['cursor_filters', otherSpelling, 'INVALID_CURSOR', { by_meaning: 1 }],
  ['empty_cursor', lists('cursor='), ['INVALID_CURSOR'], { invalid_request: ['INVALID_REQUEST'], first_page: [0] }],
  ['next_cursor_at_end', atEnd, null, { present: 0 }],
  ['page_walk', walk, [0], { by_offset: [1] }],
  [
    'malformed_parameter',
    lists('limit=many', 'created_gte=today', 'limit=0', 'purpose=none'),
    ['INVALID_REQUEST', 'INVALID_REQUEST', 'INVALID_REQUEST', 'INVALID_REQUEST'],
    { ignore: [0, 0, 'INVALID_REQUEST', 'INVALID_REQUEST'] },
  ],
  [
    'empty_parameter',
    lists('purpose=', 'created_gte=', 'cursor='),
    ['INVALID_REQUEST', 'INVALID_REQUEST', 'INVALID_CURSOR'],
    { ignore: [0, 0, 'INVALID_CURSOR'] },
  ],
  ['inverted_range', lists(`${GTE}&created_lt=2026-01-01T00:00:00Z`), [0], { refuse: ['INVALID_REQUEST'] }],
  ['list_of_unknown_job', lists('job_id=job_01'), [0], { 400: ['INVALID_REQUEST'], 404: ['JOB_NOT_FOUND'] }],
  ['malformed_job_id', lists('job_id=01', 'job_id=job_01'), [0, 0], { 400: ['INVALID_REQUEST', 0] }],
  ['list_limit_per_minute', limitPerMinute, [200, null, 200], { 60: [429, '60', 200] }],
  [
    'jobs_list_shape',
    shape,
    { data: ['THE_JOB'], has_more: false, next_cursor: null },
    {
      bare_list: ['THE_JOB'],
      under_jobs: { jobs: ['THE_JOB'], has_more: false, next_cursor: null },
      summaries: { jobs: [{ id: 'THE_JOB', state: 'queued' }], after: null },
    },
  ],
  [
    'jobs_list_parameters',
    parameters,
    [200, 200, 200],
    { limit_and_cursor: [200, 400, 400], none: [400, 400, 400] },
    { readings: { jobs_list_shape: 'bare_list' } },
  ],
  ['jobs_list_default_limit', given(['makeup', 'makeup', 'makeup'], each(countOf, 'GET /v1/jobs')), [3], { 2: [2] }],
  [
    'jobs_list_max_limit',
    maxLimit,
    [200, 200, 200, 400, 400],
    { 20: [200, 400, 400, 400, 400], 1000: [200, 200, 200, 200, 200] },
  ],
  ['jobs_list_ties', ties, [4, 3, 2, 1, 0], { id_ascending: [2, 3, 4, 0, 1] }],
  ['jobs_list_deleted', deleted, [[false], 1], { shown: [[true, false], 1] }],
];

describeChoices('lists', ROWS, { open: openPlayed });

describe('lists under several choices', () => {
  it('accept a cursor from before a change, unless its form has changed', async () => {
    const played = await openPlayed();
    const cursor = await cursorOf(played);
    await played.emulator.readings.set({ page_walk: 'by_offset' });
    expect(countOf(await next(played, cursor))).toBe(1);
    await played.emulator.readings.set({ cursor_characters: 'to_be_encoded' });
    expect(countOf(await next(played, cursor))).toBe('INVALID_CURSOR');
  });

  const answerTo = async (readings: object, path: string) => {
    const { status, body } = await play(await openPlayed({ readings }), `GET ${path}`);
    return status === 200
      ? status
      : [status, ...body.error.details.fields.map((field: { path: string }) => field.path)];
  };

  it.each([
    [{ list_of_unknown_job: 404 }, '/v1/assets?job_id=job_none&limit=abc', [400, 'limit']],
    [{ list_of_unknown_job: 404 }, '/v1/assets?job_id=job_none&cursor=zz', [400, 'cursor']],
    [{ list_of_unknown_job: 404 }, '/v1/assets?job_id=job_none&job_id=job_none', [400, 'job_id']],
    [{ list_of_unknown_job: 404, malformed_job_id: 400 }, '/v1/assets?job_id=none', [400, 'job_id']],
    [{ malformed_job_id: 400 }, '/v1/assets?job_id=none&color=red', [400, 'color']],
    [{ inverted_range: 'refuse' }, `/v1/assets?${GTE}&created_lt=2026-01-01T00:00:00Z&color=red`, [400, 'color']],
    [{ inverted_range: 'refuse' }, `/v1/assets?${GTE}&created_lt=2026-01-01T00:00:00Z&cursor=zz`, [400, 'created_gte']],
    [{ empty_cursor: 'invalid_request' }, '/v1/assets?cursor=&color=red', [400, 'color']],
    [{ empty_cursor: 'first_page' }, '/v1/assets?cursor=&cursor=', [400, 'cursor']],
    [{ empty_parameter: 'ignore' }, '/v1/assets?status=', [400, 'status']],
    [{ empty_parameter: 'ignore' }, '/v1/jobs?purpose=', [400, 'purpose']],
    [{ empty_parameter: 'ignore' }, '/v1/jobs?status=', 200],
    [{ empty_parameter: 'ignore', jobs_list_parameters: 'limit_and_cursor' }, '/v1/jobs?status=', [400, 'status']],
    [
      { malformed_parameter: 'ignore', jobs_list_parameters: 'limit_and_cursor' },
      '/v1/jobs?created_gte=abc&limit=0',
      [400, 'created_gte', 'limit'],
    ],
  ])('under %j, %s answers %j', async (readings, path, answer) => {
    expect(await answerTo(readings, path)).toEqual(answer);
  });

  it('bind a cursor to the parameters as they are written, ignored ones included', async () => {
    const played = await openPlayed({ readings: { malformed_parameter: 'ignore' } });
    const cursor = await cursorOf(played, `${PAGE}&created_gte=today`);
    expect(countOf(await next(played, cursor))).toBe('INVALID_CURSOR');
  });

  it.each([
    [{ jobs_list_parameters: 'none' }, 'a cursor that no parameter accepts'],
    [{ jobs_list_default_limit: 101 }, 'at most'],
  ] as const)('refuse the conflicting choices %j', async (choice, problem) => {
    const { emulator } = await openPlayed();
    await expect(emulator.readings.set(choice)).rejects.toThrow(problem);
  });

  it('the old name jobs-list-under-jobs still works', async () => {
    const { body } = await play(await openPlayed({ deviate: ['jobs-list-under-jobs'] }), 'GET /v1/jobs');
    expect(Object.keys(body)).toEqual(['jobs', 'has_more', 'next_cursor']);
  });
});
