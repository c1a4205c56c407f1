import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A small picture, three bytes a pixel. */
export type Pixels = { width: number; height: number; data: Buffer };

/** What the header of an image says; `pixels` shows it in small, and is null where it cannot be decoded whole. */
export type Picture = { mediaType: string; width: number; height: number; pixels: Pixels | null };

const LONGEST_SIDE = 64;

/** Null where the bytes are no image. */
export async function readPicture(bytes: Buffer): Promise<Picture | null> {
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { mediaType: `image/${format}`, width, height, pixels: await pixelsOf(bytes) };
  } catch {
    return null;
  }
}

async function pixelsOf(bytes: Buffer): Promise<Pixels | null> {
  try {
    const small = sharp(bytes).resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside' }).flatten().toColourspace('srgb');
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    return null;
  }
}

/** The share of the sides at which a pixel lies, and the offset of its color in the data. */
type Place = { x: number; y: number; at: number };

/** The picture with a veil of color over the pixels that are meant. */
function veiled({ width, height, data }: Pixels, color: string, isMeant: (place: Place) => boolean): Pixels {
  const veil = Buffer.from(/[0-9a-f]{6}/i.exec(color)?.[0] ?? '804040', 'hex');
  const painted = Buffer.from(data);
  for (let at = 0; at < data.length; at += 3) {
    const pixel = at / 3;
    const place = { x: (pixel % width) / width, y: Math.floor(pixel / width) / height, at };
    if (!isMeant(place)) continue;
    for (const [channel, value] of veil.entries())
      painted[at + channel] = Math.round(0.6 * (data[at + channel] ?? 0) + 0.4 * value);
  }
  return { width, height, data: painted };
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
  return products.reduce((under, { category, color }) => {
    const [left, top, right, bottom] = PLACES[category] ?? [0, 0, 0, 0];
    return veiled(under, color, ({ x, y }) => x >= left && x < right && y >= top && y < bottom);
  }, pixels);
}

/** The picture with a veil of color where the mask is white, or over its top. A mask is as large as its picture. */
export function dyed(pixels: Pixels, mask: Pixels | null, color: string): Pixels {
  return veiled(pixels, color, ({ y, at }) => (mask === null ? y < 0.25 : (mask.data[at] ?? 0) > 200));
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

/** A grey pixel, the result of every job that has nothing to paint on. */
export const GREY_PIXEL = pngOf({ width: 1, height: 1, data: Buffer.from('808080', 'hex') });
