import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pngOf } from './made-pictures.ts';

it.each([
  [512, 640, 0],
  [512, 512, 40_000],
  [16, 2_000, 1_000_001],
])(
  'A picture of %i by %i pixels is whole, and has %i bytes where so many are asked for',
  async (width, height, bytes) => {
    const picture = pngOf(width, height, bytes);
    if (bytes > 0) expect(picture).toHaveLength(bytes);
    const { info } = await sharp(picture, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, height]);
  },
);
