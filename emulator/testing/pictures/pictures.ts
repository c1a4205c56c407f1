import { crc32 } from 'node:zlib';
import sharp from 'sharp';

export const FORMATS = ['jpeg', 'png', 'webp'] as const;
export type Format = (typeof FORMATS)[number];

type Shape = { width?: number; height?: number; orientation?: number };

/** A patterned picture that always has the same bytes. `orientation` is the EXIF tag that rotates it for display. */
export function picture(format: Format, { width = 64, height = 80, orientation }: Shape = {}): Promise<Uint8Array> {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, index) => (index * index) % 251);
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })[format]();
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toBuffer();
}

/** A picture in one color, which is fast to create at any size. */
export function plainPng(width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#caa184' } })
    .png()
    .toBuffer();
}

/** A picture with a complete header, whose second half is missing. */
export async function brokenPicture(format: Format): Promise<Uint8Array> {
  const whole = await picture(format, { width: 128, height: 128 });
  return whole.subarray(0, whole.byteLength / 2);
}

/** A PNG whose header claims a size that its few pixels do not have. */
export async function pngClaiming(width: number, height: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await picture('png'));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
