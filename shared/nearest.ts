import { closestMatch } from 'leven';

/** `; did you mean cancel?`, to be put behind a sentence, or nothing. A name is also meant by what is behind its dot. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known) ?? known.find((name) => name.endsWith(`.${word}`)) ?? null;
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}

/** The known word that is most like an unknown one; null if none is like it. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  if (known.includes(word)) return word;
  const [wanted, words] = [folded(word), known.map(folded)];
  const maxDistance = Math.max(1, Math.floor(wanted.length / 3));
  // Two letters that have changed places are two changes: more than a short word may have.
  const near =
    closestMatch(wanted, words, { maxDistance }) ??
    words.find((one) => letters(one) === letters(wanted) || (wanted !== '' && one.startsWith(`${wanted}_`)));
  return near === undefined ? null : (known[words.indexOf(near)] ?? null);
}

function folded(word: string): string {
  // What begins a flag makes no two flags alike.
  return word.toLowerCase().replace(/^--?/, '').replaceAll('-', '_');
}

function letters(word: string): string {
  return [...word].sort().join('');
}
