import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A small picture with three bytes per pixel. */
export type Pixels = { width: number; height: number; data: Buffer };

/** The header of an image. `pixels` is a small version, null if the image cannot be fully decoded. */
export type Picture = { mediaType: string; width: number; height: number; pixels: Pixels | null };

const LONGEST_SIDE = 64;

/** Returns null if the bytes are not an image. */
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

/** The position of a pixel as fractions of the sides, and the offset of its color in the data. */
type Place = { x: number; y: number; at: number };

/** Blends a color into the selected pixels. */
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

/** The area of each category, in fractions of the sides: left, top, right and bottom. */
const PLACES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  foundation: [0.3, 0.2, 0.7, 0.6],
  lipstick: [0.4, 0.62, 0.6, 0.72],
  lip_liner: [0.38, 0.6, 0.62, 0.74],
};
export type Product = { category: string; color: string };

/** Blends the colors of the products into the picture, one after the other. */
export function painted(pixels: Pixels, products: readonly Product[]): Pixels {
  return products.reduce((under, { category, color }) => {
    const [left, top, right, bottom] = PLACES[category] ?? [0, 0, 0, 0];
    return veiled(under, color, ({ x, y }) => x >= left && x < right && y >= top && y < bottom);
  }, pixels);
}

/** Blends a color into the picture where the mask is white, or at its top. The mask is as large as the picture. */
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

/** A grey pixel: the result of every job without a picture to paint on. */
export const GREY_PIXEL = pngOf({ width: 1, height: 1, data: Buffer.from('808080', 'hex') });
