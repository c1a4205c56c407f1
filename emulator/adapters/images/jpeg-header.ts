import type { ImageHeader } from '../../world/ports.ts';

/**
 * Reads the header of an ordinary JPEG; null for unusual files, which are left to the decoder. Ordinary files are those
 * of cameras and encoders: consecutive segments up to the first scan, eight bits per sample, grayscale or three colors,
 * and no orientation. With sharp, an upload of 200 KB took 0.3 ms more CPU time.
 */
export function jpegHeader(bytes: Uint8Array): ImageHeader | null {
  const segments = [...segmentsIn(bytes)];
  const scan = segments.pop();
  if (scan?.marker !== SCAN) return null;
  const [first, ...others] = segments.filter(isFrame);
  const frame = first === undefined || others.length > 0 ? null : frameIn(first.body);
  const isOrdinary = segments.every((segment) => isFrame(segment) || isPassedOver(segment));
  return frame !== null && isOrdinary && isScanOf(frame, scan.body) ? headerOf(frame) : null;
}

type Segment = { marker: number; body: Uint8Array };

/** The consecutive segments up to the first scan, as far as they are intact. */
function* segmentsIn(bytes: Uint8Array): Generator<Segment> {
  let at = wordAt(bytes, 0) === START ? 2 : bytes.length;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + wordAt(bytes, at + 2);
    if (bytes[at] !== 0xff || end < at + 4 || end > bytes.length) return;
    yield { marker, body: bytes.subarray(at + 4, end) };
    if (marker === SCAN) return;
    at = end;
  }
}

function isFrame({ marker }: Segment): boolean {
  return FRAMES.includes(marker);
}

type Frame = { width: number; height: number; components: readonly number[] };

const START = 0xffd8;
const SCAN = 0xda;
/** Baseline, extended and progressive, all with Huffman coding. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const HUFFMAN = 0xc4;
const QUANTIZATION = 0xdb;
const RESTART = 0xdd;
const COMMENT = 0xfe;
const [FIRST_APP, ADOBE, LAST_APP] = [0xe0, 0xee, 0xef];
/** The limit of libjpeg. */
const LONGEST_SIDE = 65_500;

function headerOf({ width, height, components }: Frame): ImageHeader {
  return { mediaType: 'image/jpeg', width, height, ...(components.length === 1 && { isGrey: true }) };
}

/** Segments that do not matter are skipped; anything that could stop a decoder is left to the decoder. */
function isPassedOver({ marker, body }: Segment): boolean {
  if (marker === HUFFMAN) return areHuffmanTables(body);
  if (marker === QUANTIZATION) return areQuantizationTables(body);
  if (marker === RESTART) return body.length === 2;
  return marker === COMMENT || (marker >= FIRST_APP && marker <= LAST_APP && isPlainApp(marker, body));
}

/** JFIF and color profiles change nothing; Exif may rotate the picture, and Adobe may change the color space. */
function isPlainApp(marker: number, body: Uint8Array): boolean {
  return marker !== ADOBE && !startsWith(body, 'Exif');
}

function startsWith(body: Uint8Array, text: string): boolean {
  return [...text].every((letter, index) => body[index] === letter.charCodeAt(0));
}

function frameIn(body: Uint8Array): Frame | null {
  const count = body[5] ?? 0;
  const [height, width] = [wordAt(body, 1), wordAt(body, 3)];
  const isUsual = body[0] === 8 && (count === 1 || count === 3) && body.length === 6 + 3 * count;
  if (!isUsual || width === 0 || height === 0 || Math.max(width, height) > LONGEST_SIDE) return null;
  const parts = Array.from({ length: count }, (_, index) => body.subarray(6 + 3 * index, 9 + 3 * index));
  const isSampled = parts.every(
    ([, sampling = 0, table = 9]) => isFactor(sampling >> 4) && isFactor(sampling & 15) && table < 4,
  );
  const components = parts.map(([id = 0]) => id);
  const isNamed = components.every((id, index) => id === index + 1);
  return isSampled && isNamed ? { width, height, components } : null;
}

function isFactor(factor: number): boolean {
  return factor >= 1 && factor <= 4;
}

function isScanOf({ components }: Frame, body: Uint8Array): boolean {
  const count = body[0] ?? 0;
  if (count < 1 || count > components.length || body.length !== 4 + 2 * count) return false;
  const named = Array.from({ length: count }, (_, index) => body[1 + 2 * index] ?? 0);
  return named.every((id, index) => components.includes(id) && named.indexOf(id) === index);
}

function areHuffmanTables(body: Uint8Array): boolean {
  let at = 0;
  while (at + 17 <= body.length) {
    const kind = body[at] ?? 0xff;
    const count = body.subarray(at + 1, at + 17).reduce((sum, each) => sum + each, 0);
    if (kind >> 4 > 1 || (kind & 15) > 3 || count > 256) return false;
    at += 17 + count;
  }
  return at === body.length;
}

function areQuantizationTables(body: Uint8Array): boolean {
  let at = 0;
  while (at < body.length) {
    const kind = body[at] ?? 0xff;
    if (kind >> 4 > 1 || (kind & 15) > 3) return false;
    at += 1 + 64 * ((kind >> 4) + 1);
  }
  return at === body.length;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
