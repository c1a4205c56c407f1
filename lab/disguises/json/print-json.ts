import { createHash } from 'node:crypto';
import { isMap } from '../../../shared/is-map.ts';
import type { Settings } from '../kinds.ts';

export type JsonStyle = Pick<Settings, 'order' | 'spacing' | 'escapes' | 'numbers'>;

/** Prints a JSON value in a style. `draw` is used only by the order that changes with each text. */
export function printJson(value: unknown, style: JsonStyle, seed: string, draw: () => number): string {
  const orderOf = (name: string) => createHash('sha256').update(`${seed}\0${name}`).digest('hex');
  const ordered = (entries: [string, unknown][]): [string, unknown][] => {
    switch (style.order) {
      case 'reversed':
        return entries.toReversed();
      case 'sorted':
        return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
      case 'shuffled':
        return entries.toSorted(([one], [other]) => (orderOf(one) < orderOf(other) ? -1 : 1));
      case 'changing':
        return entries
          .map((entry) => ({ entry, place: draw() }))
          .sort((one, other) => one.place - other.place)
          .map(({ entry }) => entry);
      default:
        return entries;
    }
  };
  const [unit, colon] = style.spacing === null ? [null, ':'] : SPACES[style.spacing];
  const listed = (parts: readonly string[], [open, close]: string, depth: number): string => {
    if (parts.length === 0 || unit === null) return `${open}${parts.join(',')}${close}`;
    const [inner, outer] = [unit.repeat(depth + 1), unit.repeat(depth)];
    return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${outer}${close}`;
  };
  const printed = (one: unknown, depth: number): string => {
    if (typeof one === 'string') return printText(one, style.escapes);
    if (typeof one === 'number') return printNumber(one, style.numbers);
    const inner = (item: unknown) => printed(item, depth + 1);
    if (Array.isArray(one)) return listed(one.map(inner), '[]', depth);
    if (!isMap(one)) return String(one);
    const members = ordered(Object.entries(one));
    const texts = members.map(([name, item]) => printText(name, style.escapes) + colon + inner(item));
    return listed(texts, '{}', depth);
  };
  const text = printed(value, 0);
  return style.spacing === 'around' ? ` \r\n\t${text}\n\n ` : text;
}

/** The text of one level of indentation, or null if everything is in one line; and what separates name and value. */
const SPACES: Record<NonNullable<JsonStyle['spacing']>, readonly [string | null, string]> = {
  indented: ['  ', ': '],
  tabs: ['\t', '\t:\r\n'],
  around: [null, ' : '],
};

const ESCAPED: Record<NonNullable<JsonStyle['escapes']>, RegExp> = {
  letters: /[a-zé]/gi,
  slashes: /\//g,
  // As libraries do that write JSON into HTML.
  marks: /[+=&<>']/g,
  all: /[^"\\]/g,
};

function printText(text: string, escapes: JsonStyle['escapes']): string {
  if (escapes === null) return JSON.stringify(text);
  const plain = JSON.stringify(text).slice(1, -1);
  // An escape of two characters, such as \n, is kept.
  const parts = plain.split(/(\\(?:u[\da-f]{4}|.))/);
  return `"${parts.map((part, index) => (index % 2 === 1 ? part : part.replace(ESCAPED[escapes], escaped))).join('')}"`;
}

function escaped(letter: string): string {
  return letter === '/' ? '\\/' : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes the same number in another form. */
function printNumber(number: number, form: JsonStyle['numbers']): string {
  const plain = JSON.stringify(number);
  if (form === null || /e/.test(plain)) return plain;
  if (form === 'point') return plain.includes('.') ? `${plain}0` : `${plain}.0`;
  if (form === 'exponent') return `${plain}e0`;
  // The digits without a point, and where it belongs: 87.6 is 876E-1, and 5 is 50E-1.
  const [whole = '', decimals = '0'] = plain.split('.');
  return `${whole === '0' || whole === '-0' ? whole.replace('0', '') + String(Number(decimals)) : whole + decimals}E-${decimals.length}`;
}
