import { createHash } from 'node:crypto';

const STEP = 0x6d2b79f5;

/** Draws numbers from 0 to 1 that depend only on the seed (mulberry32), without the first `skipped` ones. */
export function seededDraws(seed: string, skipped = 0): () => number {
  const start = createHash('sha256').update(seed).digest().readUInt32LE(0);
  let state = (start + Math.imul(skipped, STEP)) | 0;
  return () => {
    state = (state + STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the same UUID for the same text. */
export function seededUuid(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  const part = (from: number, to: number) => digits.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}
