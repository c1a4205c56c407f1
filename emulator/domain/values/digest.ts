import { createHmac, hash } from 'node:crypto';

/** SHA-256 of text or bytes in base64url, which fits a header and a file name. */
export function digestOf(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}

/** Only a digest names a file, wherever it was read. */
export const DIGEST = /^[A-Za-z0-9_-]{43}$/;

/** A short tag that only the holder of `secret` can make for `text`. */
export function sealOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}
