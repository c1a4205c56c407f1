import { randomBytes } from 'node:crypto';

/** A secret that cannot be guessed: the only value that must not depend on the seed. */
export function mintToken(): string {
  return randomBytes(24).toString('base64url');
}
