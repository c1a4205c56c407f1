import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../../fixtures/index.ts';
import { recordBody, recordRequestBody } from './body-facts.ts';

const picture = sharp({ create: { width: 8, height: 6, channels: 3, background: '#804020' } });
const png = await picture.clone().png().toBuffer();
const noisy = await sharp({
  create: { width: 64, height: 64, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
})
  .jpeg()
  .toBuffer();

async function lookOf(bytes: Uint8Array): Promise<string | undefined> {
  const body = await recordBody(bytes, null);
  return body.kind === 'bytes' ? body.image?.look : undefined;
}

describe('The record of a body', () => {
  it.each([
    ['{"a":1}', 'application/json'],
    ['hello', 'text/plain; charset=utf-8'],
    ['hello', null],
    ['{"error":{}}', 'image/png'],
    ['\uFEFF{}', 'application/json'],
  ])('is the text %j of %s', async (text, type) => {
    expect(await recordBody(Buffer.from(text), type)).toEqual({ kind: 'text', text });
  });

  it('is empty if no body was sent', async () => {
    expect(await recordBody(Buffer.alloc(0), 'image/png')).toEqual({ kind: 'none' });
  });

  it.each([
    [Buffer.from([0xc3, 0x28]), 'text/plain'],
    [Buffer.from([0x61, 0]), null],
  ])('contains only facts about bytes that are not text', async (bytes, type) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await recordBody(bytes, type)).toEqual({ kind: 'bytes', size: 2, sha256, image: null });
  });

  it.each(['png', 'jpeg', 'webp'] as const)('has the facts of a %s, whatever its type claims', async (format) => {
    const bytes = await picture.clone().toFormat(format).toBuffer();
    const image = { media_type: `image/${format}`, width: 8, height: 6, decodable: true };
    for (const type of ['image/png', 'application/octet-stream', null]) {
      expect(await recordBody(bytes, type)).toMatchObject({ kind: 'bytes', size: bytes.length, image });
    }
  });

  it('has the coarse look of an image, the same in each format and after rotation', async () => {
    const brown = Buffer.from(Array.from({ length: 64 }, () => [128, 64, 32]).flat()).toString('base64');
    const large = await sharp(png).resize(16, 12, { fit: 'fill' }).png().toBuffer();
    const grey = await sharp(large).greyscale().png().toBuffer();
    const clear = await sharp({ create: { width: 8, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const white = Buffer.alloc(192, 255).toString('base64');
    const halves = sharp({ create: { width: 16, height: 16, channels: 3, background: '#000' } }).composite([
      { input: { create: { width: 16, height: 8, channels: 3, background: '#fff' } }, top: 0, left: 0 },
    ]);
    const upright = await halves.png().toBuffer();
    const turned = await sharp(upright).rotate(90).withMetadata({ orientation: 8 }).png().toBuffer();
    expect(await lookOf(large)).toBe(brown);
    expect(await lookOf(png)).toBeUndefined();
    expect(await lookOf(clear)).toBe(white);
    expect(Buffer.from((await lookOf(grey)) ?? '', 'base64')).toHaveLength(192);
    expect(await lookOf(turned)).toBe(await lookOf(upright));
    expect(await lookOf(noisy.subarray(0, noisy.length / 2))).toBeUndefined();
  });

  it('reports that an image is truncated', async () => {
    expect(await recordBody(noisy.subarray(0, noisy.length / 2), 'image/jpeg')).toMatchObject({
      image: { media_type: 'image/jpeg', width: 64, height: 64, decodable: false },
    });
  });

  it.each(['png', 'webp'] as const)('reports that a %s lacks its last byte', async (format) => {
    const bytes = await picture.clone().toFormat(format).toBuffer();
    const cut = bytes.subarray(0, bytes.length - 1);
    expect(await recordBody(cut, null)).toMatchObject({ image: { decodable: false } });
  });

  it('reports that something is not an image', async () => {
    expect(await recordBody(Buffer.from('no image'), 'image/webp')).toMatchObject({
      image: { media_type: 'unknown', width: 0, height: 0, decodable: false },
    });
  });

  it('is the same for the same bytes', async () => {
    expect(await recordBody(png, 'image/png')).toEqual(await recordBody(png, 'image/png'));
  });
});

describe('The record of a request body', () => {
  it('is text if the body was written as text', async () => {
    expect(await recordRequestBody('no image', 'image/png')).toEqual({ kind: 'text', text: 'no image' });
    expect(await recordRequestBody(null, null)).toEqual({ kind: 'none' });
    expect(await recordRequestBody('', null)).toEqual({ kind: 'none' });
  });

  it('recognizes the fixtures by their bytes', async () => {
    const face = fixtures.face('afro').bytes('image/jpeg');
    expect(await recordRequestBody(face, 'image/png')).toMatchObject({ kind: 'bytes', fixture: 'afro.jpeg' });
    const magic = fixtures.magicImage('no-face').bytes();
    expect(await recordRequestBody(magic, null)).toMatchObject({ kind: 'bytes', fixture: 'no-face.jpeg' });
    expect(await recordRequestBody(face.subarray(1), 'image/png')).not.toHaveProperty('fixture');
  });
});

it('trusts the header of a picture with very many pixels', async () => {
  const large = await sharp({ create: { width: 8000, height: 4000, channels: 3, background: '#123' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(await recordBody(large, 'image/png')).toMatchObject({
    image: { media_type: 'image/png', width: 8000, height: 4000, decodable: true },
  });
  expect(await lookOf(large)).toBeUndefined();
});
