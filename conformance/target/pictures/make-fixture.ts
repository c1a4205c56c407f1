import type { Sharp } from 'sharp';
import type { Fixture } from './fixture.ts';

/** Pixels that the sides of a picture have at least and at most. */
export type Limits = { shortest: number; longest: number };

const made = new Map<string, Promise<Fixture>>();

/** The same picture within these sides, or another one in its place, in the format that it has. One that fits stays as it is. */
export function madeFixture(picture: Fixture, limits: Limits, instead: Fixture | null): Promise<Fixture> {
  const { width, height } = picture;
  const fits = Math.min(width, height) >= limits.shortest && Math.max(width, height) <= limits.longest;
  if (fits && instead === null) return Promise.resolve(picture);
  const key = [picture.name, limits.shortest, limits.longest, instead?.size].join(' ');
  const known = made.get(key) ?? make(picture, limits, instead);
  made.set(key, known);
  return known;
}

async function make(picture: Fixture, limits: Limits, instead: Fixture | null): Promise<Fixture> {
  // The decoder takes longer to begin than a run that needs none of this.
  const { default: sharp } = await import('sharp');
  const { width, height } = sidesWithin(instead ?? picture, limits);
  const source = sharp((instead ?? picture).bytes, { failOn: 'none' });
  const sized = source.resize(width, height, { fit: 'cover' }).removeAlpha();
  const whole = await encoded(sized, picture.media_type).toBuffer();
  const bytes = picture.name === 'truncated' ? whole.subarray(0, Math.floor(whole.byteLength * KEPT)) : whole;
  return { ...picture, width, height, size: bytes.byteLength, bytes };
}

/** How much of a picture is left that was cut: its header is whole, and its pixels are not. */
const KEPT = 0.2;

/** In its own shape as far as the limits leave it. */
function sidesWithin({ width, height }: Fixture, { shortest, longest }: Limits): { width: number; height: number } {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = long > longest ? longest / long : Math.max(1, shortest / short);
  const side = (pixels: number) => Math.min(longest, Math.max(shortest, 1, Math.round(pixels * scale)));
  return { width: side(width), height: side(height) };
}

/** As quick as it goes, and small. */
function encoded(image: Sharp, mediaType: string): Sharp {
  if (mediaType === 'image/png') return image.png({ palette: true, colours: 64, effort: 1 });
  return mediaType === 'image/webp' ? image.webp({ quality: 80, effort: 1 }) : image.jpeg({ quality: 80 });
}
