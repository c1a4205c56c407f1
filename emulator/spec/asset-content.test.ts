import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { each, given, itShows, openPlayed, outcomes, type Played, play, send } from '../testing/play.ts';

const NOT_FOUND = '404 ASSET_NOT_FOUND';
const FINISHED = ['makeup', '4s'];
const DOWNLOAD = 'GET /v1/assets/{result}/content';
const SERVED = { readings: { input_content: 'serve' } } as const;

const unlessTagged = (tagOf: (tag: string) => string) => async (played: Played) => {
  const first = await play(played, ...FINISHED, DOWNLOAD);
  const tag = first.headers.get('etag') ?? '';
  const again = await play(played, send(DOWNLOAD, { headers: { 'If-None-Match': tagOf(tag) } }));
  return [again.status, again.headers.get('etag') === tag, again.text === first.text];
};
/** The result of a job after another job on the same face is deleted. */
const twin = async (played: Played) => {
  const { id } = (await play(played, 'makeup')).body;
  return outcomes(...FINISHED, `DELETE /v1/jobs/${id}`, DOWNLOAD)(played);
};

describe('4.1 GET /v1/assets/{asset_id}/content', () => {
  it('serves a picture of the stated type, size and dimensions, with the headers of reading 6', async () => {
    const played = await openPlayed();
    await play(played, ...FINISHED);
    const { image } = (await play(played, 'GET /v1/jobs/{job}')).body.output;
    const response = await played.emulator.fetch(image.href, { headers: { 'X-API-Key': 'pk_test_demo' } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': image.media_type,
      'content-length': String(image.size_bytes),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, width, height } = await sharp(bytes).metadata();
    expect([`image/${format}`, width, height]).toEqual([image.media_type, image.width, image.height]);
  });

  itShows([
    ['answers If-None-Match with the tag itself', unlessTagged((tag) => tag), [304, true, false]],
    ['answers If-None-Match with another tag', unlessTagged(() => '"other"'), [200, true, true]],
    [
      'does not find a result from its expires_at on, whatever the tag',
      given([...FINISHED, DOWNLOAD, '7d'], outcomes(DOWNLOAD, send(DOWNLOAD, { headers: { 'If-None-Match': '*' } }))),
      [NOT_FOUND, NOT_FOUND],
    ],
    ['keeps the bytes of one result while another of the same bytes goes', twin, [202, 204, 200]],
    [
      'serves an input asset where the reading says so, until it is deleted',
      each(
        ({ status, headers }) => [status, headers.get('content-type')],
        'GET /v1/assets/{face}/content',
        'DELETE /v1/assets/{face}',
        'GET /v1/assets/{face}/content',
      ),
      [
        [200, 'image/png'],
        [204, null],
        [404, 'application/json'],
      ],
      SERVED,
    ],
  ]);
});
