import type { Mask, Picture } from '../../domain/pixels/picture.ts';
import type { ResultMediaType } from '../../domain/vocabulary.ts';
import type { StoredForm } from '../../world/ports.ts';
import { loadSharp } from './load-sharp.ts';

/** The background of transparent parts of an input. */
const GROUND = '#ffffff';
const PIXEL_LIMIT = 100_000_000;

/** Decodes an input as it is displayed: upright, in sRGB, opaque, without metadata. Rejects if a part is missing. */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(unshared(bytes), { failOn: 'truncated', limitInputPixels: PIXEL_LIMIT })
    .autoOrient()
    .flatten({ background: GROUND })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`a decoded picture has ${info.channels} channels`);
  return { width: info.width, height: info.height, rgb: data };
}

/** Not every Node version lets native modules read shared memory. */
function unshared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes);
}

type Size = { width: number; height: number };

/** Decodes a grayscale input as a mask, in which white is inside, stretched to the size of the picture. */
export async function decodeMask(bytes: Uint8Array, own: Size, wanted: Size): Promise<Mask> {
  const sharp = await loadSharp();
  const mask = sharp(unshared(bytes), { failOn: 'truncated', limitInputPixels: PIXEL_LIMIT })
    .autoOrient()
    .flatten({ background: '#000000' });
  if (own.width !== wanted.width || own.height !== wanted.height) mask.resize({ ...wanted, fit: 'fill' });
  return mask.toColourspace('b-w').extractChannel(0).raw({ depth: 'uchar' }).toBuffer();
}

/** Converts an upload to the form in which it is stored. Rejects if it cannot be decoded completely. */
export async function encodeUpload(
  bytes: Uint8Array,
  { mediaType, halved, orientation }: StoredForm,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const sent = sharp(bytes, { failOn: 'truncated', limitInputPixels: PIXEL_LIMIT });
  // A picture that is not rotated keeps its orientation tag.
  const seen = orientation === 'upright' ? sent.autoOrient() : sent.keepExif();
  const { autoOrient, ...stored } = await sent.metadata();
  const { width, height } = orientation === 'upright' ? autoOrient : stored;
  const sized = halved ? seen.resize(Math.ceil(width / 2), Math.ceil(height / 2), { fit: 'fill' }) : seen;
  if (mediaType === 'image/jpeg') return sized.flatten({ background: GROUND }).jpeg().toBuffer();
  return (mediaType === 'image/webp' ? sized.webp() : sized.png()).toBuffer();
}

export async function halvePicture({ width, height, rgb }: Picture): Promise<Picture> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(Math.ceil(width / 2), Math.ceil(height / 2), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

/** Encodes a result. The encoding is lossless, and the same pixels give the same bytes. */
export async function encodePicture({ width, height, rgb }: Picture, type: ResultMediaType): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const picture = sharp(rgb, { raw: { width, height, channels: 3 } });
  if (type === 'image/webp') return picture.webp({ lossless: true, effort: 2 }).toBuffer();
  return picture.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
}
