import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { FACE_NAMES, type Face, fixtures, type Part } from '../../fixtures/index.ts';
import { REQUESTS } from '../testing/client.ts';
import {
  differences,
  type Input,
  maskOf,
  type Pixels,
  pixelsOf,
  type Result,
  rolesOf,
  studio,
} from '../testing/pictures/studio.ts';

const MAKEUP = '/v1/makeup/try-ons';
const SKIN = '/v1/skin/analyses';
const REDNESS = {
  concerns: ['redness'],
  visualizations: ['mask', 'visual'].map((kind) => ({ concern: 'redness', kind })),
};
const wearing = (category: string) => ({ products: [{ category, color: '#d01090' }] });

/** Every kind of picture, and the parts of the face that it may change. */
const LOOKS: { look: string; path: string; body: object; parts: Part[] }[] = [
  { look: 'foundation', path: MAKEUP, body: wearing('foundation'), parts: ['skin'] },
  { look: 'lipstick', path: MAKEUP, body: wearing('lipstick'), parts: ['lips'] },
  { look: 'lip_liner', path: MAKEUP, body: wearing('lip_liner'), parts: ['lip_line'] },
  { look: 'hair color', ...REQUESTS['hair.try_on'], parts: ['hair'] },
  { look: 'skin', path: SKIN, body: REDNESS, parts: ['skin', 'eyes'] },
];

const MEDIA_TYPES = {
  afro: 'image/png',
  'curly-red': 'image/jpeg',
  'grey-bob': 'image/png',
  'long-dark-wavy': 'image/webp',
  'short-blond': 'image/jpeg',
} as const;

async function joined(face: Face, parts: readonly Part[]): Promise<Uint8Array> {
  const [first = Buffer.alloc(0), second = first] = await Promise.all(parts.map((part) => maskOf(face.maskSvg(part))));
  return first.map((value, pixel) => Math.max(value, second[pixel] ?? 0));
}

const black = ({ data, width, height }: Pixels): Pixels => ({ data: Buffer.alloc(data.length), width, height });

/** Compares what a result reports with its Asset and its bytes. */
async function expectTruth({ client }: Awaited<ReturnType<typeof studio>>, result: Result, bytes: Buffer, face: Face) {
  const { width, height } = face;
  const stated = { media_type: 'image/png', size_bytes: bytes.byteLength, width, height };
  expect(result).toMatchObject(stated);
  const { body: asset } = await client.get(result.href.replace(/\/content$/, ''));
  expect(asset).toMatchObject({ ...stated, purpose: 'result' });
  const { exif, icc, xmp, iptc, orientation, ...actual } = await sharp(bytes).metadata();
  expect(actual).toMatchObject({ format: 'png', width, height, channels: 3 });
  expect([exif, icc, xmp, iptc, orientation]).toEqual(new Array(5).fill(undefined));
}

describe('2.3 ResultAsset', () => {
  it.each(FACE_NAMES)(
    'of %s matches its bytes, which have no metadata and differ from the face only in its own part',
    async (name) => {
      const place = await studio();
      const face = fixtures.face(name);
      const source = face.bytes(MEDIA_TYPES[name]);
      const before = await pixelsOf(source);
      const id = await place.upload(source, MEDIA_TYPES[name]);
      for (const { look, path, body, parts } of LOOKS) {
        const mask = await joined(face, parts);
        for (const result of rolesOf(await place.finish(path, [[id, 'source']], body))) {
          const { role } = result;
          const bytes = await place.download(result.href);
          await expectTruth(place, result, bytes, face);
          const base = role.startsWith('mask.') ? black(before) : before;
          const { inside, outside, whole } = differences(base, await pixelsOf(bytes), mask);
          expect({ look, role, outside }).toEqual({ look, role, outside: 0 });
          expect(inside / whole, `${look} ${role}`).toBeGreaterThan(path === SKIN ? 0.01 : 0.8);
        }
      }
      expect(place.unexpected).toEqual([]);
    },
  );

  it('of hair uses a hair_mask in place of the segmentation', async () => {
    const { upload, finish, resultsOf } = await studio();
    const face = fixtures.face('short-blond');
    const { width, height } = face;
    const white = { create: { width: 90, height: 50, channels: 3, background: '#fff' } } as const;
    const corner = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .composite([{ input: white, left: 10, top: 20 }])
      .png()
      .toBuffer();
    const inputs: Input[] = [
      [await upload(face.bytes()), 'source'],
      [await upload(corner), 'hair_mask'],
    ];
    const { path, body } = REQUESTS['hair.try_on'];
    const { image } = await resultsOf(await finish(path, inputs, body));
    const before = await pixelsOf(face.bytes());
    const { inside, outside } = differences(before, image ?? before, await maskOf(corner));
    expect({ inside, outside }).toEqual({ inside: 90 * 50, outside: 0 });
  });

  it('of skin marks in its visual exactly what its mask shows', async () => {
    const { upload, finish, resultsOf } = await studio();
    const face = fixtures.face('short-blond');
    const results = await resultsOf(await finish(SKIN, [[await upload(face.bytes()), 'source']], REDNESS));
    const before = await pixelsOf(face.bytes());
    const { data = Buffer.alloc(0) } = results['mask.redness'] ?? {};
    const shown = Uint8Array.from({ length: data.length / 3 }, (_, pixel) => data[pixel * 3] ?? 0);
    const { inside, outside, whole } = differences(before, results['visual.redness'] ?? before, shown);
    expect(outside).toBe(0);
    expect(inside / whole).toBeGreaterThan(0.9);
  });
});
