import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const FIXTURES = new URL('../../../fixtures/', import.meta.url);

/** A drawn face in portrait format. */
export const FACE = readFileSync(new URL('faces/curly-red.png', FIXTURES));
export const OTHER_FACE = readFileSync(new URL('faces/long-dark-wavy.png', FIXTURES));
export const FACE_JPEG = readFileSync(new URL('faces/curly-red.jpeg', FIXTURES));
/** The header is valid, but the pixels end too early. */
export const CUT_JPEG = readFileSync(new URL('magic/truncated.jpeg', FIXTURES));

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A black PNG with one bit for each pixel. */
export function plainPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  const pixels = deflateSync(rows, { level: 1 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** Pads a PNG to `size` bytes with a chunk that decoders skip. */
export function padded(png: Buffer, size: number): Buffer {
  const end = png.length - 12;
  const filler = chunk('teSt', Buffer.alloc(Math.max(0, size - png.length - 12)));
  return Buffer.concat([png.subarray(0, end), filler, png.subarray(end)]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Adds an orientation to a JPEG which says that the camera was turned by 90 degrees. */
export function turned(jpeg: Buffer): Buffer {
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}
