import { fixtures } from '../../../fixtures/index.ts';
import type { FaceMasks } from '../../domain/pixels/makeup.ts';
import type { Mask } from '../../domain/pixels/picture.ts';
import type { InputImage } from '../../world/ports.ts';
import { loadSharp } from './load-sharp.ts';

/** The picture from which results are made if they do not depend on the input. */
export function fixedInput(): InputImage {
  const { width, height, files, bytes } = fixtures.face('short-blond');
  return { digest: files[0]?.digest ?? '', width, height, bytes: bytes() };
}

export function isDrawnFace(digest: string): boolean {
  return fixtures.byDigest(digest)?.face != null;
}

/** The exact masks of a drawn face; null for any other picture. */
export async function knownMasks(digest: string): Promise<FaceMasks | null> {
  const face = fixtures.byDigest(digest)?.face;
  if (!face) return null;
  const draw = (part: Parameters<typeof face.maskSvg>[0]) => drawMask(face.maskSvg(part));
  const [skin, lips, lipLine, eyes, hair] = await Promise.all([
    draw('skin'),
    draw('lips'),
    draw('lip_line'),
    draw('eyes'),
    draw('hair'),
  ]);
  return { skin, lips, lipLine, eyes, hair };
}

async function drawMask(svg: string): Promise<Mask> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg))
    .flatten({ background: '#000' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer();
}
