/**
 * Returns a function that rates the similarity of two texts by their common words, from 0 to 1. A word has more weight
 * the fewer of the given texts contain it (inverse document frequency).
 */
export function wordWeights(texts: readonly string[]): (one: string, other: string) => number {
  const timesSeen = new Map<string, number>();
  for (const word of texts.flatMap((text) => [...wordsOf(text)])) timesSeen.set(word, (timesSeen.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.log(1 + texts.length / (timesSeen.get(word) ?? 1));
  const total = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0);
  return (one, other) => {
    const [mine, theirs] = [wordsOf(one), wordsOf(other)];
    const shared = [...mine].filter((word) => theirs.has(word));
    const whole = Math.min(total(mine), total(theirs));
    return whole === 0 ? 0 : total(shared) / whole;
  };
}

/** Names such as `created_at` stay whole. Plural endings are removed. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9_]{2,}/g) ?? [];
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/e?s$/, '') : word)));
}
