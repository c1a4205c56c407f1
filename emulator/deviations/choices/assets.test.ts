import { expect } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import {
  each,
  given,
  header,
  last,
  openPlayed,
  type Played,
  type PlayedRow,
  play,
  send,
  skin,
  statuses,
} from '../../testing/play.ts';

const DAY = 24 * 60 * 60 * 1_000;
const FINISHED = ['makeup', '4s'];
const FACE = 'GET /v1/assets/{face}';
const RESULT = 'GET /v1/assets/{result}';
const CONTENT = 'GET /v1/assets/{result}/content';
const DOWNLOAD = [...FINISHED, CONTENT];
const UPLOAD_AND_FINISH = [FACE, ...FINISHED, RESULT];
const DELETIONS = ['DELETE /v1/assets/{face}', 'DELETE /v1/jobs/{job}'];

const lifetime = last(({ body }) => Date.parse(body.expires_at) - Date.parse(body.created_at), FACE);
const malformed = statuses(
  ...['/v1/assets/none', '/v1/assets/job_1/content', '/v1/jobs/asset_1', '/v1/jobs/job_none'].map(
    (path) => `GET ${path}`,
  ),
  ...['DELETE /v1/assets/none', 'DELETE /v1/jobs/none', 'POST /v1/jobs/none/cancel'],
);
const deletedAgain = given([...UPLOAD_AND_FINISH, ...DELETIONS], statuses('59m', ...DELETIONS, '1m', ...DELETIONS));
const atExpiry = given(
  [FACE, '24h'],
  each(({ status, body }) => body.data?.length ?? status, FACE, skin(), 'GET /v1/assets', '1ms', FACE),
);
/** The input after each of its two jobs is deleted. */
const inputOfDeletedJobs = async (played: Played) => {
  const jobs = [await play(played, 'skin'), await play(played, 'skin')].map(({ body }) => body.id);
  const read = (id: string) => statuses('1m', `DELETE /v1/jobs/${id}`, FACE)(played);
  return [await read(jobs[0]), await read(jobs[1])];
};
/** Submissions with an input a day, a day and a half, a week, and eight days after its upload. */
const late = given([FACE], statuses('24h', 'skin', '12h', 'skin', '132h', 'skin', '24h', 'skin'));
const unknownDeleted = statuses(FACE, 'DELETE /v1/assets/asset_none', 'DELETE /v1/assets/{face} as live', FACE);

const without = (feature: object) => ({
  accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo' }], features: { test: feature } }],
});
const NO_DELETE = without({ delete: false });
const NO_LISTS = without({ lists: false });
const deletions = given([...UPLOAD_AND_FINISH], statuses(...DELETIONS));
const lists = statuses('GET /v1/assets', 'GET /v1/jobs');

const headerOf = (name: string) => header(name, ...DOWNLOAD);
const etag = header('etag', ...DOWNLOAD);
const STRONG = expect.stringMatching(/^"/);
const WEAK = expect.stringMatching(/^W\/"/);
const again = (condition: string, value: string) => send(CONTENT, { headers: { [condition]: value } });
const RANGES = ['bytes=0-9', 'bytes=-10', 'bytes=10-9', 'bytes=0-1,4-5'];
const parts = given(
  FINISHED,
  each(
    ({ status, headers }) => (status === 206 ? headers.get('content-length') : status),
    ...RANGES.map((range) => again('Range', range)),
  ),
);
const redirected = async (played: Played) => {
  const { status, headers } = await play(played, ...DOWNLOAD);
  const location = headers.get('location');
  if (location === null) return [status];
  const { size_bytes } = (await play(played, RESULT)).body;
  const [first, second] = [
    await play(played, `GET ${location} as none`),
    await play(played, `GET ${location}x as none`),
  ];
  return [status, first.status, first.headers.get('content-length') === String(size_bytes), second.status];
};
const contentOfNothing = given(
  FINISHED,
  statuses('GET /v1/assets/asset_none/content', `${CONTENT} as live`, '8d', CONTENT),
);
const contentOfDeleted = given(
  [...FINISHED, RESULT, 'DELETE /v1/jobs/{job}'],
  statuses(CONTENT, `${CONTENT} as live`, ...FINISHED, RESULT, '8d', CONTENT),
);
const conditional = async (played: Played) => {
  const { headers } = await play(played, ...DOWNLOAD);
  return (await play(played, again('If-None-Match', headers.get('etag') ?? ''))).status;
};
const resultOfGoneJob = given([...FINISHED, RESULT, 'DELETE /v1/jobs/{job}'], statuses('DELETE /v1/assets/{result}'));

const ROWS: readonly PlayedRow[] = [
  ['input_retention', lifetime, DAY, { '2h': DAY / 12 }],
  [
    'input_of_deleted_job',
    inputOfDeletedJobs,
    [
      [204, 200],
      [204, 200],
    ],
    {
      goes_with_the_last: [
        [204, 200],
        [204, 404],
      ],
    },
  ],
  ['expiry_instant', atExpiry, [404, 410, 0, 404], { there: [200, 202, 1, 404] }],
  ['expiry_instant', given(FINISHED, statuses(RESULT, '7d', CONTENT)), [200, 404], { there: [200, 200] }],
  ['malformed_id', malformed, [404, 404, 404, 404, 404, 404, 404], { 400: [400, 400, 400, 404, 400, 400, 400] }],
  ['tombstone_retention', deletedAgain, [204, 204, 204, 204], { '1h': [204, 204, 404, 404] }],
  ['expired_input_remembered', late, [410, 410, 410, 410], { '1h': [410, 404, 404, 404], '7d': [410, 410, 410, 404] }],
  ['result_deletion_of_gone_job', resultOfGoneJob, [204], { 404: [404] }],
  ['deletion_of_unknown_asset', unknownDeleted, [200, 404, 404, 200], { 204: [200, 204, 204, 200] }],
  ['delete_feature', deletions, [404, 404], { jobs_only: [204, 404], assets_only: [404, 204] }, NO_DELETE],
  ['lists_feature', lists, [404, 404], { jobs_only: [200, 404], assets_only: [404, 200] }, NO_LISTS],
  ['input_content', statuses('GET /v1/assets/{face}/content'), [404], { serve: [200] }],
  ['content_type', headerOf('content-type'), 'image/png', { octet_stream: 'application/octet-stream', absent: null }],
  ['content_etag', etag, STRONG, { weak: WEAK, absent: null }],
  ['content_if_none_match', conditional, 304, { 200: 200 }],
  [
    'content_cache_control',
    headerOf('cache-control'),
    'private, no-store',
    { private_max_age: 'private, max-age=3600', absent: null },
  ],
  ['content_nosniff', headerOf('x-content-type-options'), 'nosniff', { absent: null }],
  [
    'content_disposition',
    headerOf('content-disposition'),
    null,
    {
      inline: expect.stringMatching(/^inline; filename="asset_\w+\.png"$/),
      attachment: expect.stringMatching(/^attachment;/),
    },
  ],
  ['content_ranges', parts, [200, 200, 200, 200], { serve: ['10', '10', 200, 200] }],
  ['content_redirect', redirected, [200], { redirect: [302, 200, true, 401] }],
  ['content_of_deleted_result', contentOfDeleted, [404, 404, 202, 200, 404], { 410: [410, 404, 202, 200, 404] }],
  ['content_of_unknown_asset', contentOfNothing, [404, 404, 404], { 410: [410, 410, 404] }],
];

describeChoices('assets', ROWS, { open: openPlayed });
