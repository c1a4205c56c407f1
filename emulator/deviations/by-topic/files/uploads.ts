import type { RequestFacts } from '../../../world/edges.ts';
import { blatant, type Deviation, subtle } from '../../deviation.ts';
import { body, on, status, when } from '../../edits.ts';
import { asked, sent } from '../../requests.ts';
import { assets } from '../../views.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Spec 4.1: uploads. */
export const UPLOADS: readonly Deviation[] = [
  ...TYPES.map((type) => {
    const name = type.slice(6);
    return blatant(`UPLOAD-${name.toUpperCase()}`, `upload-refuses-${name}`, `An upload of ${type} is refused.`, {
      request: asked(
        'uploadAsset',
        sent('content-type', (value) => (value === type ? 'image/unknown' : (value ?? null))),
      ),
    });
  }),
  blatant('UPLOAD-STATUS', 'upload-answers-303', 'An upload answers 303 with the asset, as if it were elsewhere.', {
    answer: on('uploadAsset', when(201, status(303)), when(200, status(303))),
  }),
  blatant('UPLOAD-ANSWERS-ASSET', 'upload-answers-id-alone', 'An upload answers the id of the asset and no more.', {
    answer: on(
      'uploadAsset',
      when(
        201,
        body(({ id }) => ({ id })),
      ),
    ),
  }),
  subtle('UPLOAD-PURPOSE-INPUT', 'upload-says-result', 'An upload answers an asset with the purpose result.', {
    answer: on(
      'uploadAsset',
      when(
        201,
        body((asset) => {
          asset.purpose = 'result';
        }),
      ),
    ),
    also: ['ASSET-READ-SAME'],
  }),
  subtle('UPLOAD-MEDIA-TYPE', 'upload-webp-says-png', 'An uploaded WebP or JPEG becomes an asset of image/png.', {
    ...assets((asset) => {
      asset.media_type = 'image/png';
    }),
  }),
  subtle('UPLOAD-SIZE', 'upload-size-one-off', 'The size of an asset is one byte more than was sent.', {
    ...assets((asset, { purpose }) => {
      asset.size_bytes += purpose === 'input' ? 1 : 0;
    }),
  }),
  subtle('UPLOAD-DIMENSIONS', 'upload-sides-swapped', 'Width and height of an asset are swapped.', {
    ...assets((asset) => {
      [asset.width, asset.height] = [asset.height, asset.width];
    }),
    also: ['UPLOAD-DIMENSIONS'],
  }),
  subtle(
    'UPLOAD-DIMENSIONS',
    'upload-height-even',
    'An odd height of an asset is rounded up, an even one is two more.',
    {
      ...assets((asset) => {
        asset.height += asset.height % 2 === 0 ? 2 : 1;
      }),
    },
  ),
  accepting(
    'UPLOAD-400',
    'upload-takes-anything',
    'What is no image at all becomes an asset.',
    (_, content, type) => TYPES.includes(type) && content.byteLength > 0 && mediaTypeOf(content) === undefined,
  ),
  subtle(
    'UPLOAD-400',
    'upload-takes-other-type',
    'An image whose media type is another than the declared is accepted.',
    {
      request: asked('uploadAsset', (request) => {
        const type = mediaTypeOf(request.body ?? new Uint8Array());
        const given = request.headers['content-type'] ?? '';
        if (type === undefined || !TYPES.includes(given)) return request;
        return { ...request, headers: { ...request.headers, 'content-type': type } };
      }),
    },
  ),
  accepting(
    'UPLOAD-400',
    'upload-takes-nothing',
    'An upload without a byte becomes an asset.',
    (_, content) => content.byteLength === 0,
  ),
  accepting(
    'UPLOAD-MEDIA-TYPE-REFUSED',
    'upload-takes-gif',
    'An upload of another image type is accepted.',
    (_, __, type) => type.startsWith('image/') && !TYPES.includes(type),
  ),
  accepting('UPLOAD-NO-WRAPPER', 'upload-takes-multipart', 'A form around the image is accepted.', (_, __, type) =>
    type.startsWith('multipart/'),
  ),
  accepting('UPLOAD-NO-WRAPPER', 'upload-takes-json', 'A JSON wrapper around the image is accepted.', (_, __, type) =>
    type.startsWith('application/json'),
  ),
  {
    ...accepting(
      'UPLOAD-HUGE',
      'upload-takes-huge',
      'An upload of any size is accepted.',
      (_, content) => content.byteLength > 10 * 1024 * 1024,
    ),
    readings: { upload_max_bytes: 2 ** 30 },
  },
];

type Matches = (request: RequestFacts, content: Uint8Array, type: string) => boolean;

/** Accepts an upload that must be refused, by uploading a grey picture in its place. */
function accepting(rule: string, id: string, about: string, matches: Matches): Deviation {
  return blatant(rule, id, about, {
    request: asked('uploadAsset', (request) => {
      const type = (request.headers['content-type'] ?? '').toLowerCase();
      if (!matches(request, request.body ?? new Uint8Array(), type)) return request;
      return { ...request, headers: { ...request.headers, 'content-type': 'image/png' }, body: stubPng() };
    }),
  });
}

/** The media type by the first bytes. */
function mediaTypeOf(content: Uint8Array): string | undefined {
  const head = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\u0089PNG')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined;
}

/** A grey picture of 64 by 64 pixels. */
function stubPng(): Uint8Array {
  return Buffer.from(STUB, 'base64');
}

const STUB =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEWAgICQdD0xAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYhe3BgQAAAADDoPlT3+AEVQEAAAB0DRBAAAGx1LfoAAAAAElFTkSuQmCC';
