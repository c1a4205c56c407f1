import { hash, timingSafeEqual } from 'node:crypto';

/** Takes as long for a wrong secret as for the right one, however many of its characters are right. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
