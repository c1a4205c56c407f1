import { createHash } from 'node:crypto';
import { fixtures } from '../../../fixtures/index.ts';
import type { BodyRecord, ImageFacts } from './exchange.ts';
import { beginsLikeImage, beginsLikeJson, oneAtATime } from './read-body.ts';

/** Records the body of an answer. Text is kept as a whole; for anything else, only facts are. */
export async function recordBody(bytes: Uint8Array, contentType: string | null): Promise<BodyRecord> {
  if (bytes.byteLength === 0) return { kind: 'none' };
  const claimsImage = /^\s*image\//i.test(contentType ?? '');
  const text = claimsImage && !beginsLikeJson(bytes) ? null : textOf(bytes);
  if (text !== null) return { kind: 'text', text };
  const sha256 = sha256Of(bytes);
  const image = claimsImage || beginsLikeImage(bytes) ? await rememberedFacts(sha256, bytes) : null;
  return { kind: 'bytes', size: bytes.byteLength, sha256, image };
}

/**
 * Records the body of a request. A body that was written as text is kept as text, whatever its type, and fixtures are
 * identified by name.
 */
export async function recordRequestBody(
  body: Uint8Array | string | null,
  contentType: string | null,
): Promise<BodyRecord> {
  if (body === null || body.length === 0) return { kind: 'none' };
  if (typeof body === 'string') return { kind: 'text', text: body };
  if (body.byteLength > LONGEST_TEXT && !beginsLikeImage(body))
    return { kind: 'bytes', size: body.byteLength, sha256: sha256Of(body), image: null };
  const known = sentBefore.get(body);
  if (known?.contentType === contentType) return known.record;
  const record = await recordOfSent(body, contentType);
  sentBefore.set(body, { contentType, record });
  return record;
}

/** The same pictures are sent repeatedly. */
const sentBefore = new WeakMap<Uint8Array, { contentType: string | null; record: BodyRecord }>();

async function recordOfSent(body: Uint8Array, contentType: string | null): Promise<BodyRecord> {
  const record = await recordBody(body, contentType);
  const fixture = record.kind === 'bytes' && record.image !== null ? fixtureFile(record.sha256) : null;
  return record.kind === 'bytes' && fixture !== null ? { ...record, fixture } : record;
}

/** Bytes that are sent only for their number are not kept. */
const LONGEST_TEXT = 1024 * 1024;

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function fixtureFile(sha256: string): string | null {
  const digest = Buffer.from(sha256, 'hex').toString('base64url');
  const { face, magic } = fixtures.byDigest(digest) ?? { face: null, magic: null };
  const file = magic ?? face?.files.find((one) => one.digest === digest);
  return file?.file.split('/').at(-1) ?? null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** The same faces are sent repeatedly, and decoding is expensive. */
const REMEMBERED = 256;
const remembered = new Map<string, Promise<ImageFacts>>();

function rememberedFacts(sha256: string, bytes: Uint8Array): Promise<ImageFacts> {
  const facts = remembered.get(sha256) ?? imageFacts(bytes);
  remembered.delete(sha256);
  remembered.set(sha256, facts);
  const oldest = remembered.keys().next().value;
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return facts;
}

const LIMIT_PIXELS = 100_000_000;
const NOT_AN_IMAGE: ImageFacts = { media_type: 'unknown', width: 0, height: 0, decodable: false };

/** The number of parts per side: enough to distinguish faces and colors, despite lossy encoding. */
const LOOK_SIDE = 8;

/** Returns the coarse look of a picture, upright and on white; nothing if its colors cannot be determined. */
async function lookOf(bytes: Uint8Array, sharp: typeof import('sharp')['default']): Promise<{ look?: string }> {
  try {
    const seen = sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).autoOrient().flatten({ background: '#fff' });
    const pixels = seen.toColourspace('srgb').removeAlpha().raw({ depth: 'uchar' });
    // Decodes all pixels before resizing: when formats are resized while decoding, each omits different pixels.
    const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    if (Math.min(width, height) < LOOK_SIDE) return {};
    const far = sharp(data, { raw: { width, height, channels } }).resize(LOOK_SIDE, LOOK_SIDE, FAR);
    return { look: (await far.raw().toBuffer()).toString('base64') };
  } catch {
    return {};
  }
}

const FAR = { fit: 'fill', kernel: 'cubic' } as const;

/** The end of every PNG. A decoder has all pixels before that, so it does not notice if these bytes are missing. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

function isEnded(bytes: Uint8Array, format: string | undefined): boolean {
  return format !== 'png' || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(PNG_END);
}

/**
 * For pictures with more pixels than a large photo, only the header is read: decoding them needs hundreds of megabytes.
 */
const MOST_DECODED = 4096 * 4096;
/** Pictures with more pixels than this are decoded one at a time. */
const LARGE = 1024 * 1024;
const largePictures = oneAtATime();

async function imageFacts(bytes: Uint8Array): Promise<ImageFacts> {
  // Not inside the try: a missing decoder says nothing about the image.
  const { default: sharp } = await import('sharp');
  let facts = NOT_AN_IMAGE;
  let release = () => {};
  try {
    const image = sharp(bytes, { limitInputPixels: LIMIT_PIXELS });
    const { format, width, height } = await image.metadata();
    facts = { media_type: `image/${format}`, width, height, decodable: false };
    if (width * height > LARGE) release = await largePictures.turn();
    const isTooLarge = width * height > MOST_DECODED;
    const seen = isTooLarge ? {} : await lookOf(bytes, sharp);
    // Only decoding every pixel, as for its look, proves that the file is complete.
    if (!isTooLarge && seen.look === undefined) await image.raw().toBuffer();
    return isEnded(bytes, format) ? { ...facts, decodable: true, ...seen } : facts;
  } catch {
    return facts;
  } finally {
    release();
  }
}
