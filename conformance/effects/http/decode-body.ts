import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Decodes a body. RFC 9110, 12.5.3: without Accept-Encoding, a server may use any content coding. An unknown coding is left as it
 * is. Throws if the body is invalid, or longer than `most`.
 */
export async function decodeBody(bytes: Buffer, encoding: string | null, most: number): Promise<Buffer> {
  let decoded = bytes;
  // The last coding was applied last.
  for (const coding of (encoding ?? '').split(',').reverse()) {
    const decode = DECODERS.get(coding.trim().toLowerCase());
    if (decode !== undefined && decoded.byteLength > 0) decoded = await decode(decoded, { maxOutputLength: most });
  }
  return decoded;
}
