import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { FORMATS, picture, pngClaiming } from '../testing/pictures/pictures.ts';
import { each, given, itShows, outcomeOf, outcomes, type Played, play, type ShownRow } from '../testing/play.ts';
import { idsOf } from '../testing/steps.ts';

const NOT_FOUND = '404 ASSET_NOT_FOUND';
const TOO_LARGE = '413 PAYLOAD_TOO_LARGE';
const INVALID = '400 INVALID_REQUEST';
const RESULT = 'DELETE /v1/assets/{result}';
const FINISHED = ['makeup', '4s', 'GET /v1/assets/{result}'];

/** The answer to an upload, and the number of assets afterwards. */
const uploaded =
  (body: Promise<Uint8Array> | Uint8Array | string, type = 'image/png') =>
  async (played: Played) => {
    const reply = await played.client.upload({ body: await body, type });
    const { media_type, width, height } = reply.body;
    const assets = idsOf(await play(played, 'GET /v1/assets')).length;
    return reply.status === 201 ? [media_type, width, height] : [outcomeOf(reply), assets];
  };
const sides = (width: number, height: number, isTaken: boolean): ShownRow => [
  `${isTaken ? 'takes' : 'refuses'} ${width} x ${height} pixels`,
  uploaded(pngClaiming(width, height)),
  isTaken ? ['image/png', width, height] : [`${INVALID} body`, 0],
];
describe('4.1 POST /v1/assets', () => {
  it.each(FORMATS)('creates an input asset from a %s', async (format) => {
    const { client } = await emulatorFor();
    const bytes = await picture(format);
    const answer = await client.upload({ body: bytes, type: `image/${format}` });
    expect([answer.status, answer.body.purpose]).toEqual([201, 'input']);
    const stated = { media_type: `image/${format}`, size_bytes: bytes.byteLength, width: 64, height: 80 };
    expect(answer.body).toMatchObject(stated);
  });

  itShows([
    ...[1, 3, 5, 6, 8].map(
      (orientation): ShownRow => [
        `states the sides as shown upright under the EXIF orientation ${orientation}`,
        uploaded(picture('jpeg', { width: 64, height: 80, orientation }), 'image/jpeg'),
        ['image/jpeg', ...(orientation > 4 ? [80, 64] : [64, 80])],
      ],
    ),
    ['takes a type with a parameter', uploaded(picture('png'), 'image/png; charset=binary'), ['image/png', 64, 80]],
    ['takes a type in capitals', uploaded(picture('png'), 'IMAGE/PNG'), ['image/png', 64, 80]],
    ['refuses a body that is not an image', uploaded('not an image'), [`${INVALID} body`, 0]],
    ['has a byte limit of 10 MiB by default', uploaded(new Uint8Array(10 * 1024 * 1024)), [`${INVALID} body`, 0]],
    ['refuses one byte more than 10 MiB', uploaded(new Uint8Array(10 * 1024 * 1024 + 1)), [TOO_LARGE, 0]],
    ...(
      [
        [32, 32],
        [8192, 32],
        [32, 8192],
        [8000, 5000],
      ] as const
    ).map(([width, height]) => sides(width, height, true)),
    ...(
      [
        [31, 32],
        [32, 31],
        [8193, 32],
        [32, 8193],
        [8000, 5001],
      ] as const
    ).map(([width, height]) => sides(width, height, false)),
  ]);
});

describe('4.1 one asset', () => {
  itShows([
    ...['asset_never', 'job_never', 'x', '{job}'].map(
      (id): ShownRow => [`is not found under ${id}`, given(['makeup'], outcomes(`GET /v1/assets/${id}`)), [NOT_FOUND]],
    ),
    [
      'is an asset of its own, also of the same bytes',
      async (played: Played) => {
        const { id } = (await play(played, 'upload')).body;
        return outcomes('upload', `DELETE /v1/assets/${id}`, `GET /v1/assets/${id}`, 'GET /v1/assets/{face}')(played);
      },
      [201, 204, NOT_FOUND, 200],
    ],
    [
      'is erased by a deletion without a body, also when it is deleted already',
      given(
        ['upload'],
        each(
          (reply) => [outcomeOf(reply), reply.status === 204 ? reply.text : idsOf(reply).length],
          'DELETE /v1/assets/{face}',
          'GET /v1/assets',
          'DELETE /v1/assets/{face}',
          '30d',
          'DELETE /v1/assets/{face}',
        ),
      ),
      [
        [204, ''],
        [200, 0],
        [204, ''],
        [204, ''],
      ],
    ],
    [
      'is not deleted where it is a result',
      given(FINISHED, outcomes(RESULT, 'GET /v1/assets/{result}/content')),
      ['409 ASSET_OWNED_BY_JOB', 200],
    ],
    [
      'is deleted with 204 where it is a result whose job was deleted or has expired',
      given(FINISHED, outcomes('DELETE /v1/jobs/{job}', RESULT, ...FINISHED, '7d', RESULT)),
      [204, 204, 202, 200, 204],
    ],
  ]);
});
