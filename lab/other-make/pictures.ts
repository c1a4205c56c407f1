import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A small picture, three bytes a pixel. */
export type Pixels = { width: number; height: number; data: Buffer };

const LONGEST_SIDE = 64;

/** What an upload shows, made small; null where it cannot be decoded. */
export async function pixelsOf(bytes: Buffer): Promise<Pixels | null> {
  try {
    const small = sharp(bytes).resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside' }).flatten().toColourspace('srgb');
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    return null;
  }
}

/** Where each category goes, in shares of the sides: left, top, right and bottom. */
const PLACES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  foundation: [0.3, 0.2, 0.7, 0.6],
  lipstick: [0.4, 0.62, 0.6, 0.72],
  lip_liner: [0.38, 0.6, 0.62, 0.74],
};
export type Product = { category: string; color: string };

/** The picture with a veil of color for each product, one over the other. */
export function painted(pixels: Pixels, products: readonly Product[]): Pixels {
  const { width, height } = pixels;
  const data = Buffer.from(pixels.data);
  for (const { category, color } of products) {
    const [left, top, right, bottom] = PLACES[category] ?? [0, 0, 0, 0];
    const paint = Buffer.from(/[0-9a-f]{6}/i.exec(color)?.[0] ?? '804040', 'hex');
    for (let y = Math.floor(top * height); y < bottom * height; y += 1)
      for (let x = Math.floor(left * width); x < right * width; x += 1) veil(data, 3 * (y * width + x), paint);
  }
  return { width, height, data };
}

/** The picture with a veil of color where the mask is white, or over its top. A mask is as large as its picture. */
export function dyed(pixels: Pixels, mask: Pixels | null, color: string): Pixels {
  const data = Buffer.from(pixels.data);
  const paint = Buffer.from(/[0-9a-f]{6}/i.exec(color)?.[0] ?? '804040', 'hex');
  const top = Math.floor(pixels.height / 4) * pixels.width;
  for (let at = 0; at < pixels.width * pixels.height; at += 1)
    if (mask === null ? at < top : (mask.data[3 * at] ?? 0) > 200) veil(data, 3 * at, paint);
  return { ...pixels, data };
}

function veil(data: Buffer, at: number, paint: Buffer): void {
  for (const [channel, value] of paint.entries())
    data[at + channel] = Math.round(0.6 * (data[at + channel] ?? 0) + 0.4 * value);
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

export function pngOf({ width, height, data }: Pixels): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), data.subarray(3 * y * width, 3 * (y + 1) * width)]),
  );
  const body = deflateSync(Buffer.concat(lines));
  return Buffer.concat([PNG_START, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
