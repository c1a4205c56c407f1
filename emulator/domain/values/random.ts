/** Random numbers by a hash of the seed and of labels, so that one feature cannot change those of another. */

/** 53 well-mixed bits of a text, as an integer (cyrb53, public domain). */
export function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** A number in [0, 1) for these labels. */
export function uniform(seed: string, ...labels: readonly (string | number)[]): number {
  return hash53(`${seed}\u0000${labels.join('\u0000')}`) / 2 ** 53;
}
