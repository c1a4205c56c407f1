import type { ImageHeader } from '../../world/ports.ts';

/** What the first bytes of a WebP say of it (RFC 9649, 2.4 to 2.7), or null where they are no such bytes. */
export function webpHeader(bytes: Uint8Array): ImageHeader | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 30 || view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WEBP')
    return null;
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
