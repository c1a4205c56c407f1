/** Width and height in the header of an image; null where it is no image of that type. */
export type Sides = { width: number; height: number };

export function sidesOf(bytes: Buffer, mediaType: string): Sides | null {
  const sides = READERS[mediaType]?.(bytes) ?? null;
  return sides !== null && sides.width > 0 && sides.height > 0 ? sides : null;
}

const READERS: Readonly<Record<string, (bytes: Buffer) => Sides | null>> = {
  'image/png': pngSides,
  'image/jpeg': jpegSides,
  'image/webp': webpSides,
};

const PNG_START = '89504e470d0a1a0a';

function pngSides(bytes: Buffer): Sides | null {
  if (bytes.length < 33 || bytes.toString('hex', 0, 8) !== PNG_START || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const LONE_MARKERS = [0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7];

/** Goes from segment to segment until the one that begins a frame. */
function jpegSides(bytes: Buffer): Sides | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === 0xda || marker === 0xd9) return null;
    at += lengthOf(marker, bytes.readUInt16BE(at + 2));
  }
  return null;
}

/** The bytes after a marker. Fill bytes (0xff) may precede it, and some markers have no segment. */
function lengthOf(marker: number, declared: number): number {
  if (marker === 0xff) return 1;
  return LONE_MARKERS.includes(marker) ? 2 : 2 + declared;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function webpSides(bytes: Buffer): Sides | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** A JPEG that ends before its end cannot be decoded whole. */
export function isComplete(bytes: Buffer): boolean {
  return bytes.readUInt16BE(0) !== 0xffd8 || bytes.subarray(-64).includes(Buffer.from([0xff, 0xd9]));
}

/** A grey pixel, the result of every job. */
export const RESULT_IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
