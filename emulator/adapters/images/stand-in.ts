import { fixtures } from '../../../fixtures/index.ts';
import { inspectImage } from './inspect.ts';
import { loadSharp } from './load-sharp.ts';

/** The number of shades, which keep different pictures different. */
const SHADES = 64;

/**
 * A drawn face of the same size and type as a picture. Bytes that are not a picture are replaced by zeros. Drawn
 * pictures, such as the magic images, are kept. `index` distinguishes pictures of the same size.
 */
export async function standInFor(bytes: Uint8Array, digest: string, index: number): Promise<Uint8Array> {
  if (fixtures.byDigest(digest) !== null) return bytes;
  const header = await inspectImage(bytes);
  if ('problem' in header || header.width * header.height === 0) return new Uint8Array(bytes.byteLength);
  const { mediaType, width, height, isGrey = false } = header;
  const sharp = await loadSharp();
  const face = sharp(fixtures.face('short-blond').bytes('image/png'))
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .modulate({ brightness: 1 - (index % SHADES) / (2 * SHADES) });
  const shown = isGrey ? face.toColourspace('b-w') : face;
  return shown.toFormat(mediaType === 'image/jpeg' ? 'jpeg' : mediaType === 'image/png' ? 'png' : 'webp').toBuffer();
}
