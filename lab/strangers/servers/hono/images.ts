// Reading uploaded pictures and painting results with sharp. Nobody looks for a face: regions are fixed parts of the picture.
import sharp, { type Sharp } from 'sharp';
import { CONCERNS, type Picture, type Product, type Stop, type Visualization } from './store.ts';

sharp.concurrency(1);
const MAGIC = { 'image/jpeg': /^\xff\xd8\xff/, 'image/png': /^\x89PNG\r\n\x1a\n/, 'image/webp': /^RIFF[^]{4}WEBP/ };
/** With the width and height of its header, or null if the bytes are not of the media type. */
export async function probe(bytes: Buffer, mediaType: keyof typeof MAGIC): Promise<Picture | null> {
  if (!MAGIC[mediaType].test(bytes.toString('latin1', 0, 16))) return null;
  const header = await sharp(bytes)
    .metadata()
    .catch(() => null);
  return header && { bytes, width: header.width, height: header.height };
}
/** Decodes the whole picture, and answers the mean of each of its channels. Null if it cannot be decoded. */
export async function decode(bytes: Buffer | undefined): Promise<number[] | null> {
  const stats = await sharp(bytes)
    .stats()
    .catch(() => null);
  return stats && stats.channels.map(({ mean }) => mean);
}
/** Section 2.3 leaves the format of colors open: any CSS color is one. Null if it is none. */
export async function parseColor(background: string): Promise<Stop['rgba'] | null> {
  const one = async (): Promise<Buffer> =>
    sharp({ create: { width: 1, height: 1, channels: 4, background } })
      .raw()
      .toBuffer();
  const [r = 0, g = 0, b = 0, alpha] = (await one().catch(() => null)) ?? [];
  return alpha === undefined ? null : [r, g, b, alpha / 255];
}

async function encode(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.webp({ quality: 85, effort: 2 }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
const drawing = (width: number, height: number, shapes: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`);
const ALL = `<rect width="100%" height="100%"`;
async function overlay(
  source: Buffer,
  draw: (width: number, height: number) => Buffer | Promise<Buffer>,
): Promise<Picture> {
  const {
    autoOrient: { width, height },
  } = await sharp(source).metadata();
  return encode(
    sharp(source)
      .autoOrient()
      .composite([{ input: await draw(width, height) }]),
  );
}
/** Each product in layer order: foundation on all of the picture, the other two around the lower middle. */
export function makeup(source: Buffer, products: Product[]): Promise<Picture> {
  const lips = `<ellipse cx="50%" cy="70%" rx="22%" ry="9%"`;
  const shapes = products.map(({ category, rgba: [r, g, b, alpha], opacity }) => {
    const [color, strength] = [`rgb(${r},${g},${b})`, alpha * opacity];
    if (category === 'foundation') return `${ALL} fill="${color}" fill-opacity="${0.45 * strength}"/>`;
    if (category === 'lipstick') return `${lips} fill="${color}" fill-opacity="${0.8 * strength}"/>`;
    return `${lips} fill="none" stroke="${color}" stroke-width="4%" stroke-opacity="${strength}"/>`;
  });
  return overlay(source, (width, height) => drawing(width, height, shapes.join('')));
}
/** A gradient over the upper part of the picture, or over what the mask has in white. */
export const hair = (source: Buffer, mask: Buffer | undefined, dark: Stop, light: Stop): Promise<Picture> =>
  overlay(source, async (width, height) => {
    const stops = [dark, light].map(
      ({ rgba: [r, g, b, alpha], opacity }, offset) =>
        `<stop offset="${offset}" stop-color="rgb(${r},${g},${b})" stop-opacity="${0.7 * alpha * opacity}"/>`,
    );
    const gradient = `<defs><linearGradient id="g" x2="0" y2="1">${stops.join('')}</linearGradient></defs>`;
    const tint = drawing(width, height, `${gradient}<rect width="100%" height="${mask ? 100 : 35}%" fill="url(#g)"/>`);
    if (!mask) return tint;
    const gray = await sharp(mask)
      .resize(width, height, { fit: 'fill' })
      .flatten()
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const white = sharp({ create: { width, height, channels: 3, background: 'white' } });
    const alpha = white.joinChannel(gray, { raw: { width, height, channels: 1 } });
    return sharp(tint)
      .composite([{ input: await alpha.png().toBuffer(), blend: 'dest-in' }])
      .png()
      .toBuffer();
  });
/** The region of a concern: white on black as a mask, tinted as a visual. */
export function visualize(source: Buffer, { concern, kind }: Visualization): Promise<Picture> {
  const place = CONCERNS.indexOf(concern);
  const region = `<ellipse cx="${30 + (place % 3) * 20}%" cy="${25 + Math.floor(place / 3) * 15}%" rx="14%" ry="8%"`;
  const shapes = kind === 'mask' ? `${ALL}/>${region} fill="white"/>` : `${region} fill="crimson" fill-opacity="0.5"/>`;
  return overlay(source, (width, height) => drawing(width, height, shapes));
}
/** The result of a test key, whatever its source. */
export const fixture = (): Promise<Picture> =>
  encode(sharp(drawing(96, 128, `${ALL} fill="tan"/><circle cx="48" cy="60" r="32" fill="peachpuff"/>`)));
