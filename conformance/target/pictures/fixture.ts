import type { Sharp } from 'sharp';
import { FACE_NAMES, fixtures, type MediaType } from '../../../fixtures/index.ts';
import { UsageError } from '../../../shared/command.ts';
import { bytesOfNamed, FileRefused } from '../../../shared/named-file.ts';
import { FORMATS, MAGIC_IMAGES } from '../../suite/scenario/fixture-names.ts';

export type Fixture = { name: string; media_type: string; width: number; height: number; size: number; bytes: Buffer };

const read = new Map<string, Fixture>();

export function shippedFixture(name: string): Fixture {
  const found = read.get(name) ?? shipped(name);
  read.set(name, found);
  return found;
}

type OwnFace = { file: string; media_type: string; width: number; height: number };

/** Returns the target's own face if its data name one, since a real service may require a real face. */
export function ownFixture(face: unknown): Fixture | null {
  if (!isOwnFace(face)) return null;
  const key = `own:${face.file}`;
  const found = read.get(key) ?? own(face);
  read.set(key, found);
  return found;
}

function isOwnFace(value: unknown): value is OwnFace {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
}

function own({ file, media_type, width, height }: OwnFace): Fixture {
  const bytes = readPicture(file);
  return { name: 'face', media_type, width, height, size: bytes.byteLength, bytes };
}

/** A report also names a picture, and may come from anyone. */
function readPicture(file: string): Buffer {
  try {
    return bytesOfNamed(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = error instanceof FileRefused ? message.replace(/^it /, '') : `cannot be read (${code})`;
    throw new UsageError(`target.data.face.file names ${file}, which ${problem}`);
  }
}

function shipped(name: string): Fixture {
  if (MAGIC_IMAGES.includes(name)) {
    const image = fixtures.magicImage(name);
    const bytes = image.bytes();
    return {
      name,
      media_type: image.mediaType,
      width: image.width,
      height: image.height,
      size: bytes.byteLength,
      bytes,
    };
  }
  const [face = '', format = ''] = name.split('.');
  const known = FACE_NAMES.find((one) => one === face);
  if (known === undefined || !FORMATS.includes(format)) throw new Error(`There is no fixture ${name}.`);
  const { width, height, ...picture } = fixtures.face(known);
  const media_type = `image/${format}` as MediaType;
  const bytes = picture.bytes(media_type);
  return { name, media_type, width, height, size: bytes.byteLength, bytes };
}

/** The minimum and maximum length of the sides of a picture, in pixels. */
export type Limits = { shortest: number; longest: number };

const made = new Map<string, Promise<Fixture>>();

/** Scales a picture (or another one in its place) to these limits, in its format. One that fits is unchanged. */
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
  // Loading the decoder takes longer than a run that does not need it.
  const { default: sharp } = await import('sharp');
  const { width, height } = sidesWithin(instead ?? picture, limits);
  const source = sharp((instead ?? picture).bytes, { failOn: 'none' });
  const sized = source.resize(width, height, { fit: 'cover' }).removeAlpha();
  const whole = await encoded(sized, picture.media_type).toBuffer();
  const bytes = picture.name === 'truncated' ? whole.subarray(0, Math.floor(whole.byteLength * KEPT)) : whole;
  return { ...picture, width, height, size: bytes.byteLength, bytes };
}

/** The share of a picture that is kept when it is truncated: its header is complete, but its pixels are not. */
const KEPT = 0.2;

/** Keeps the proportions as far as the limits allow. */
function sidesWithin({ width, height }: Fixture, { shortest, longest }: Limits): { width: number; height: number } {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = long > longest ? longest / long : Math.max(1, shortest / short);
  const side = (pixels: number) => Math.min(longest, Math.max(shortest, 1, Math.round(pixels * scale)));
  return { width: side(width), height: side(height) };
}

/** Encodes fast and compactly. */
function encoded(image: Sharp, mediaType: string): Sharp {
  if (mediaType === 'image/png') return image.png({ palette: true, colours: 64, effort: 1 });
  return mediaType === 'image/webp' ? image.webp({ quality: 80, effort: 1 }) : image.jpeg({ quality: 80 });
}
