import { closestMatch } from 'leven';

/** `; did you mean cancel?`, or an empty text. A name is also found by the part after its dot. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known) ?? known.find((name) => name.endsWith(`.${word}`)) ?? null;
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}

/** No known word is longer; the time of a comparison grows with the square of the length. */
const LONGEST = 200;

/** The known word that is most similar to an unknown one; null if none is similar. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  if (known.includes(word)) return word;
  if (word.length > LONGEST) return null;
  const [wanted, words] = [folded(word), known.map(folded)];
  const maxDistance = Math.max(1, Math.floor(wanted.length / 3));
  // Two transposed letters count as two changes, more than the limit for a short word, so they are also compared
  // without order.
  const near =
    closestMatch(wanted, words, { maxDistance }) ??
    words.find((one) => letters(one) === letters(wanted) || (wanted !== '' && one.startsWith(`${wanted}_`)));
  return near === undefined ? null : (known[words.indexOf(near)] ?? null);
}

function folded(word: string): string {
  // Leading dashes do not make two flags similar.
  return word.toLowerCase().replace(/^--?/, '').replaceAll('-', '_');
}

function letters(word: string): string {
  return [...word].sort().join('');
}
