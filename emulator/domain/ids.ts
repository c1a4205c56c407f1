import { hash53 } from './values/random.ts';

export type IdKind = 'asset' | 'job' | 'evt' | 'req' | 'plan' | 'fault' | 'key' | 'we' | 'del';

export const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const ORDERED_DIGITS = 6;
const HASHED_DIGITS = 10;

/**
 * The nth id of a kind: six digits that only grow, so that ids made at one instant sort in the order they were made,
 * then ten that depend on the seed alone. The same seed and the same number give the same id.
 */
export function mintId(kind: IdKind, seed: string, serial: number): string {
  const label = `${seed}\u0000${kind}`;
  const start = 2 ** 28 + (hash53(label) % 2 ** 28);
  return `${kind}_${base32(start + serial, ORDERED_DIGITS)}${base32(hash53(`${label}\u0000${serial}`), HASHED_DIGITS)}`;
}

function base32(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = `${DIGITS[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}
