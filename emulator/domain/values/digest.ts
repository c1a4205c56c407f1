import { createHmac, hash } from 'node:crypto';

/** SHA-256 of text or bytes in base64url, which is valid in headers and file names. */
export function digestOf(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}

/** File names are checked with this pattern wherever they come from: only a digest can be one. */
export const DIGEST = /^[A-Za-z0-9_-]{43}$/;

/** A short tag for `text` that only a holder of `secret` can compute. */
export function sealOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}
