import { randomBytes } from 'node:crypto';

/** A secret that no one can guess: the one thing that must not come from the seed. */
export function mintToken(): string {
  return randomBytes(24).toString('base64url');
}
