import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pngOf } from './made-pictures.ts';

it.each([
  [512, 640, 0],
  [512, 512, 40_000],
  [16, 2_000, 1_000_001],
])(
  'A picture of %i by %i pixels is complete, and has exactly %i bytes if a size is requested',
  async (width, height, bytes) => {
    const picture = pngOf(width, height, bytes);
    if (bytes > 0) expect(picture).toHaveLength(bytes);
    const { info } = await sharp(picture, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, height]);
  },
);
