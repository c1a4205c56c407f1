const LETTERS = '0123456789';

/**
 * Returns a short text of digits that sorts after one text and before another; null for none. No result ends in the
 * lowest letter, so that there is always room before it.
 */
export function between(low: string | null, high: string | null): string {
  let text = '';
  let isBounded = high !== null;
  for (let index = 0; ; index += 1) {
    const from = Math.max(0, LETTERS.indexOf(low?.[index] ?? '0'));
    const to = isBounded ? LETTERS.indexOf(high?.[index] ?? '0') : LETTERS.length;
    if (to - from > 1) return text + LETTERS[isBounded ? Math.floor((from + to) / 2) : from + 1];
    text += LETTERS[from];
    isBounded = isBounded && to === from;
  }
}
