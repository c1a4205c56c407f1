export type Secret = { name: string; secret: string };

/** The position of a secret in a text, or of a part that reveals most of one. */
export type Found = { from: number; to: number; name: string; how: string };

/** Finds secrets in a text. The time depends only on the length of the text, not on the number of secrets. */
export type SecretIndex = {
  add(secret: Secret): void;
  search(text: string): Found[];
  /** Returns the name of a text that is exactly a secret. */
  whole(text: string): string | undefined;
  /**
   * Returns the name of the secret that a short text was made from: a key that a test altered still reveals most of it.
   */
  like(text: string): string | undefined;
  /** Returns the minimum length of a text in which `search` can find anything. */
  least(): number;
  isName(text: string): boolean;
};

/** The number of characters that are looked up together. */
const GRAM = 6;
const SHORTEST_PART = 8;
const LONGEST_PART = 16;

/** Shorter secrets could be part of any text. */
export function isLongEnough(secret: string): boolean {
  return secret.length >= GRAM;
}

type Known = {
  name: string;
  exact: string;
  folded: string;
  /** The length of the prefix that is not secret, `pk_live_`. */
  open: number;
  /**
   * The number of consecutive characters after the prefix that reveal too much; for a secret made of words, all of it.
   */
  least: number;
};

export function createSecretIndex(): SecretIndex {
  const names = new Map<string, string>();
  const shown = new Set<string>();
  const grams = new Map<string, { known: Known; offset: number }[]>();
  const short: string[] = [];
  let least = Number.POSITIVE_INFINITY;

  const add = ({ name, secret }: Secret) => {
    if (secret === '' || names.has(secret)) return;
    names.set(secret, name);
    shown.add(name);
    const known = knownOf(name, secret);
    least = Math.min(least, Math.max(known.least, GRAM));
    if (!isLongEnough(secret)) return void short.push(secret);
    for (let offset = known.open; offset + GRAM <= secret.length; offset += 1) {
      const gram = known.folded.slice(offset, offset + GRAM);
      const before = grams.get(gram);
      if (before === undefined) grams.set(gram, [{ known, offset }]);
      else before.push({ known, offset });
    }
  };

  const search = (text: string): Found[] => {
    const found = short.length === 0 ? [] : shortIn(text, short, names);
    if (text.length < least) return found;
    const folded = fold(text);
    // Every part that is long enough contains a whole gram at one of these positions.
    const stride = least - GRAM + 1;
    for (let at = 0; at + GRAM <= text.length; at += stride)
      for (const { known, offset } of grams.get(folded.slice(at, at + GRAM)) ?? []) {
        const one = reaching(text, folded, at, known, offset);
        if (one !== null) found.push(one);
      }
    return found;
  };

  return {
    add,
    search,
    whole: (text) => names.get(text),
    like: (text) => [...names].find(([secret]) => sharesPart(text, secret))?.[1],
    least: () => least,
    isName: (text) => shown.has(text),
  };
}

/** A secret made of words, as in tests, is only searched as a whole, since its parts occur in many texts. */
function knownOf(name: string, secret: string): Known {
  const prefix = prefixOf(secret).length;
  const open = secret.length - prefix < GRAM ? 0 : prefix;
  const hiddenLength = secret.length - open;
  const part = Math.min(Math.max(Math.floor(hiddenLength / 2), SHORTEST_PART), LONGEST_PART);
  return { name, exact: secret, folded: fold(secret), open, least: isRandom(secret.slice(open)) ? part : hiddenLength };
}

/** Returns the public prefix of a key. */
function prefixOf(secret: string): string {
  return /^pk_(?:live|test)_/i.exec(secret)?.[0] ?? '';
}

function isRandom(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return text.length >= 12 && count(/\d/g) >= 2 && count(/[a-z]/gi) >= 2;
}

/** A text of a few characters occurs within many words, so it is only found as a separate word. */
function shortIn(text: string, short: readonly string[], names: ReadonlyMap<string, string>): Found[] {
  const words = short.toSorted((a, b) => b.length - a.length).map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${words.join('|')})(?![A-Za-z0-9])`, 'g');
  return [...text.matchAll(pattern)].map(({ 0: word, index }) => {
    return { from: index, to: index + word.length, name: names.get(word) ?? '', how: '' };
  });
}

const SHORTEST_LIKENESS = 4;

function sharesPart(text: string, secret: string): boolean {
  const hidden = fold(secret.slice(prefixOf(secret).length));
  const length = Math.max(SHORTEST_LIKENESS, Math.floor(hidden.length / 2));
  const seen = fold(text);
  for (let start = 0; start + length <= hidden.length; start += 1)
    if (seen.includes(hidden.slice(start, start + length))) return true;
  return false;
}

/** Extends a gram that a text and a secret share as far as they agree. */
function reaching(text: string, folded: string, at: number, known: Known, offset: number): Found | null {
  let [from, start] = [at, offset];
  while (from > 0 && start > 0 && folded[from - 1] === known.folded[start - 1]) [from, start] = [from - 1, start - 1];
  let [to, end] = [at + GRAM, offset + GRAM];
  while (to < folded.length && end < known.folded.length && folded[to] === known.folded[end])
    [to, end] = [to + 1, end + 1];
  const isPart = known.least < known.exact.length - known.open;
  if (isPart ? end - Math.max(start, known.open) < known.least : end - start < known.exact.length) return null;
  const isWhole = text.slice(from, to) === known.exact;
  return { from, to, name: isWhole ? known.name : alteredName(known.name), how: '' };
}

export function alteredName(name: string): string {
  return name.startsWith('altered ') ? name : `altered ${name}`;
}

/** Converts to lowercase, keeping the length so that positions stay valid. */
function fold(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
