import sharp from 'sharp';
import { MARK } from './request.ts';

const SIDE = 560;
const COMMENT = Buffer.from(`bench ${MARK}`);
const START_OF_IMAGE = 2;

/** A picture of about 200 KB that nothing can compress. The mark is in its comment, so each sending has a digest of its own. */
export async function noiseJpeg(): Promise<Buffer<ArrayBuffer>> {
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  let seed = 1;
  for (let index = 0; index < pixels.length; index += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    pixels[index] = seed >>> 16;
  }
  const jpeg = await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .jpeg()
    .toBuffer();
  const segment = Buffer.from([0xff, 0xfe, 0, COMMENT.byteLength + 2]);
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE), segment, COMMENT, jpeg.subarray(START_OF_IMAGE)]);
}
