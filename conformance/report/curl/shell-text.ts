import { asParameter, asSegment } from '../../suite/expression/percent-encoding.ts';

/** The place of a text: a value of an answer is replaced only where it can occur. */
export type Spot = 'url' | 'header' | 'tag' | 'body';
/** A text, and the shell expression that replaces it. */
export type Stand = { text: string; shell: string; only?: 'id' | 'cursor' | 'tag' };

/** A shell word for this text, with parts of it replaced. */
export function quoted(text: string, stands: readonly Stand[], spot: Spot): string {
  return `"${withinQuotes(text, stands, spot)}"`;
}

export function withinQuotes(text: string, stands: readonly Stand[], spot: Spot): string {
  return replaced(text, stands, spot, /[\\"$`]/g);
}

/** A shell word, without quotes where it needs none. */
export function plainWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : quoted(text, [], 'header');
}

/** The same for a here-document, where double quotes are plain characters. */
export function hereText(text: string, stands: readonly Stand[]): string {
  return replaced(text, stands, 'body', /[\\$`]/g);
}

function replaced(text: string, stands: readonly Stand[], spot: Spot, special: RegExp): string {
  const replacements = new Map(stands.filter((stand) => fits(stand, spot)).map((stand) => spelledAt(stand, spot)));
  if (replacements.size === 0) return text.replace(special, '\\$&');
  const longestFirst = [...replacements.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${longestFirst.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`);
  return text
    .split(pattern)
    .map((part, index) => (index % 2 === 1 ? (replacements.get(part) ?? '') : part.replace(special, '\\$&')))
    .join('');
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
