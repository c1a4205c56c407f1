import { createHmac, hash } from 'node:crypto';

/** SHA-256 of text or bytes in base64url, which fits a header and a file name. */
export function digestOf(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}

/** Whether a text can be a digest: whoever reads one in a file, or makes a file name of it, asks first. */
export function isDigest(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** A short tag that only the holder of `secret` can make for `text`. */
export function sealOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}
