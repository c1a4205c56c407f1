import { MEDIA_TYPES, type MediaType } from '../../domain/vocabulary.ts';
import type { ImageHeader, Orientation } from '../../world/ports.ts';
import { jpegHeader } from './jpeg-header.ts';
import { loadSharp } from './load-sharp.ts';

/** The type and size of an upload, as seen upright, from its header: no untrusted pixels are decoded here. */
export async function inspectImage(
  bytes: Uint8Array,
  orientation: Orientation = 'upright',
): Promise<ImageHeader | { problem: string }> {
  if (!startsAsImage(bytes)) return { problem: 'is not a JPEG, PNG or WebP image' };
  const known = jpegHeader(bytes);
  if (known !== null) return known;
  const sharp = await loadSharp();
  try {
    const { format, autoOrient, ...stored } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const mediaType = `image/${format}`;
    if (!isMediaType(mediaType)) return { problem: `is ${mediaType}, which is not accepted` };
    const { width, height } = orientation === 'upright' ? autoOrient : stored;
    const isGrey = stored.space === 'b-w' || stored.space === 'grey16';
    return { mediaType, width, height, ...(isGrey && { isGrey }) };
  } catch {
    // Reading 5: a truncated body is accepted if its header is complete. Sharp needs a complete WebP to read any of it.
    return webpHeader(bytes) ?? { problem: 'has no readable image header' };
  }
}

/** Other formats are not passed to the decoders: some that they can read, such as SVG, are programs. */
function startsAsImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12));
  const isJpeg = start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff;
  const isPng = start.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  const isWebp = start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
  return isJpeg || isPng || isWebp;
}

function isMediaType(text: string): text is MediaType {
  return (MEDIA_TYPES as readonly string[]).includes(text);
}

/** The size in the first bytes of a WebP (RFC 9649, 2.4 to 2.7); null for any other bytes. */
function webpHeader(bytes: Uint8Array): ImageHeader | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 30 || view.toString('latin1', 0, 4) !== 'RIFF') return null;
  const size = sizeOf(view, view.toString('latin1', 12, 16));
  return size === null ? null : { mediaType: 'image/webp', ...size };
}

function sizeOf(view: Buffer, chunk: string): { width: number; height: number } | null {
  if (chunk === 'VP8X') return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L' && view[20] === 0x2f) {
    const bits = view.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === 'VP8 ' && view.readUIntBE(23, 3) === 0x9d012a) {
    return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
  }
  return null;
}
