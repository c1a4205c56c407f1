import { asParameter, asSegment } from '../../suite/expression/percent-encoding.ts';

/** Where a text is used: a value of an answer is replaced only where it can occur. */
export type Spot = 'url' | 'header' | 'tag' | 'body';
/** A text, and the shell expression that replaces it. */
export type Stand = { text: string; shell: string; only?: 'id' | 'cursor' | 'tag' };

/** A quoted shell word for this text, in which some parts are replaced. */
export function quoted(text: string, stands: readonly Stand[], spot: Spot): string {
  return `"${withinQuotes(text, stands, spot)}"`;
}

export function withinQuotes(text: string, stands: readonly Stand[], spot: Spot): string {
  return replaced(text, stands, spot, /[\\"$`]/g);
}

/** A shell word, quoted only if necessary. */
export function plainWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : quoted(text, [], 'header');
}

/** The text of a here-document, in which double quotes are ordinary characters. */
export function hereText(text: string, stands: readonly Stand[]): string {
  return replaced(text, stands, 'body', /[\\$`]/g);
}

function replaced(text: string, stands: readonly Stand[], spot: Spot, special: RegExp): string {
  const replacements = new Map(stands.filter((stand) => fits(stand, spot)).map((stand) => spelledAt(stand, spot)));
  if (replacements.size === 0) return text.replace(special, '\\$&');
  const plain = (part: string) => part.replace(special, '\\$&');
  return partsOf(text, [...replacements.keys()])
    .map(({ before, word }) => plain(before) + (replacements.get(word) ?? ''))
    .join('');
}

/**
 * Splits a text at each of these words. They are not compiled into a pattern, since they come from a server and may be
 * very long.
 */
function partsOf(text: string, words: readonly string[]): { before: string; word: string }[] {
  const longestFirst = words.filter((word) => word !== '').sort((a, b) => b.length - a.length);
  const parts: { before: string; word: string }[] = [];
  let done = 0;
  while (done <= text.length) {
    const [next] = longestFirst
      .map((word) => ({ word, at: text.indexOf(word, done) }))
      .filter(({ at }) => at !== -1)
      .sort((one, other) => one.at - other.at);
    const { word, at } = next ?? { word: '', at: text.length };
    parts.push({ before: text.slice(done, at), word });
    if (word === '') break;
    done = at + word.length;
  }
  return parts;
}

/** Whether a value may be replaced here. An ETag may be as short as "1", which occurs in any JSON. */
function fits({ only }: Stand, spot: Spot): boolean {
  return only !== 'tag' || spot === 'tag';
}

function spelledAt({ text, shell, only }: Stand, spot: Spot): [string, string] {
  if (spot !== 'url') return [text, shell];
  if (only === 'cursor') return [asParameter(text), `$(encoded "${shell}")`];
  return only === 'id' && asSegment(text) !== text ? [asSegment(text), `$(encoded "${shell}")`] : [text, shell];
}
