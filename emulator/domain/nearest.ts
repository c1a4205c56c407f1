import { closestMatch } from 'leven';

const FURTHEST = 3;

/** The known word that a mistyped one most likely stands for, or null where none is near. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const words = known.map((one) => one.toLowerCase());
  const near = closestMatch(word.toLowerCase(), words, { maxDistance: Math.min(FURTHEST, Math.ceil(word.length / 2)) });
  return near === undefined ? null : (known[words.indexOf(near)] ?? null);
}

/** `; did you mean cancel?`, to be put behind a sentence, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  return near === null ? '' : `; did you mean ${near}?`;
}
