import { hash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, regardless of how many characters of a wrong secret match. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
