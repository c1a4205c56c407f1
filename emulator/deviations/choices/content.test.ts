import { expect } from 'vitest';
import { type ChoiceRow, describeChoices } from '../../testing/choices/choice-exchanges.ts';
import type { Call, Reply } from '../../testing/client.ts';
import { finishedJob, LIVE } from '../../testing/steps.ts';

type Show = ChoiceRow[2];

/** The picture of a job, downloaded; and what is looked at of the answer. */
function downloaded(look: (answer: Reply) => unknown, options: Call = {}): Show {
  return async (tried) => {
    const { body } = await finishedJob(tried, 'makeup.apply');
    return look(await tried.client.get(body.output.image.href, options));
  };
}

const header = (name: string) => downloaded(({ headers }) => headers.get(name));

/** A redirect, and what its address answers without a key. */
const redirect: Show = async (tried) => {
  const { body } = await finishedJob(tried, 'makeup.apply');
  const { href, size_bytes } = body.output.image;
  const first = await tried.client.get(href);
  const location = first.headers.get('location');
  if (location === null) return [first.status, first.headers.get('content-length') === String(size_bytes)];
  const second = await tried.client.get(location, { key: null });
  const wrong = await tried.client.get(`${location}x`, { key: null });
  return [first.status, second.status, second.headers.get('content-length') === String(size_bytes), wrong.status];
};

/** The content of what never was, of what is another's, and of what has expired. */
const contentOfNothing: Show = async (tried) => {
  const { client, emulator } = tried;
  const { body } = await finishedJob(tried, 'makeup.apply');
  const { href } = body.output.image;
  const none = await client.get('/v1/assets/asset_none/content');
  const foreign = await client.get(href, { key: emulator.keys.live });
  await emulator.clock.advance({ to: body.expires_at });
  return [none, foreign, await client.get(href)].map(({ status }) => status);
};

/** The content of a result that was deleted with its job, and of one that has expired with it. */
const contentOfDeleted: Show = async (tried) => {
  const { client, emulator } = tried;
  const [one, other] = [await finishedJob(tried, 'makeup.apply'), await finishedJob(tried, 'makeup.apply')];
  await client.call('DELETE', `/v1/jobs/${one.body.id}`);
  const deleted = await client.get(one.body.output.image.href);
  const foreign = await client.get(one.body.output.image.href, { key: LIVE });
  await emulator.clock.advance({ to: other.body.expires_at });
  return [deleted.status, foreign.status, (await client.get(other.body.output.image.href)).status];
};

describeChoices(
  'assets',
  [
    [
      'input_content',
      'serve',
      async (tried) => (await tried.client.get(`/v1/assets/${(await tried.client.upload()).body.id}/content`)).status,
      404,
      200,
    ],
    ['content_type', 'octet_stream', header('content-type'), 'image/png', 'application/octet-stream'],
    ['content_type', 'absent', header('content-type'), 'image/png', null],
    [
      'content_etag',
      'weak',
      downloaded(({ headers }) => headers.get('etag')?.slice(0, 3)),
      expect.stringMatching(/^"/),
      'W/"',
    ],
    ['content_etag', 'absent', downloaded(({ headers }) => headers.has('etag')), true, false],
    [
      'content_if_none_match',
      200,
      async (tried) => {
        const { body } = await finishedJob(tried, 'makeup.apply');
        const { href } = body.output.image;
        const { headers } = await tried.client.get(href);
        return (await tried.client.get(href, { headers: { 'If-None-Match': headers.get('etag') ?? '' } })).status;
      },
      304,
      200,
    ],
    ['content_cache_control', 'private_max_age', header('cache-control'), 'private, no-store', 'private, max-age=3600'],
    ['content_cache_control', 'absent', header('cache-control'), 'private, no-store', null],
    ['content_nosniff', 'absent', header('x-content-type-options'), 'nosniff', null],
    [
      'content_disposition',
      'inline',
      header('content-disposition'),
      null,
      expect.stringMatching(/^inline; filename="asset_\w+\.png"$/),
    ],
    ['content_disposition', 'attachment', header('content-disposition'), null, expect.stringMatching(/^attachment;/)],
    ...(
      [
        ['bytes=0-9', 206, '10'],
        ['bytes=-10', 206, '10'],
        ['bytes=10-9', 200, null],
        ['bytes=0-1,4-5', 200, null],
      ] as const
    ).map(([range, status, length]): ChoiceRow => {
      const look = ({ status: given, headers }: Reply) => [given, given === 206 ? headers.get('content-length') : null];
      return [
        'content_ranges',
        'serve',
        downloaded(look, { headers: { Range: range } }),
        [200, null],
        [status, length],
      ];
    }),
    ['content_redirect', 'redirect', redirect, [200, true], [302, 200, true, 401]],
    ['content_of_deleted_result', 410, contentOfDeleted, [404, 404, 404], [410, 404, 404]],
    ['content_of_unknown_asset', 410, contentOfNothing, [404, 404, 404], [410, 410, 404]],
  ],
  (name) => /content/.test(name),
);
