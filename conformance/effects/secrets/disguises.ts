/** What a part of a text says when it is decoded, and where in the text each bit of that stands. */
export type Decoded = {
  text: string;
  /** For a name: `in base64`; of what is only escaped nothing is said. */
  how: string;
  from(index: number): number;
  to(index: number): number;
};

/** Every way to read a text as the code of another one, once. What is shorter than `least` is of no use. */
export function* decodings(text: string, least: number): Generator<Decoded> {
  const plain = unescaped(text);
  if (plain !== null) yield plain;
  yield* runsOf(text, least, BASE64);
  yield* runsOf(text, least, HEX);
}

/** JSON and JavaScript, addresses, HTML. Each match stands for one character. */
const ESCAPES =
  /\\u\{([0-9a-f]{1,4})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%u([0-9a-f]{4})|%([0-9a-f]{2})|&#x0*([0-9a-f]{1,4});?|&#0*([0-9]{1,5});?|&([a-z]+);|\\(["'\\/bfnrt])/gi;
const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** What is likely in a key and in its code. */
const ENTITIES: Record<string, string> = {
  amp: '&',
  apos: "'",
  bsol: '\\',
  colon: ':',
  dash: '-',
  equals: '=',
  gt: '>',
  hyphen: '-',
  lowbar: '_',
  lt: '<',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quot: '"',
  sol: '/',
};

function unescaped(text: string): Decoded | null {
  if (!/[\\%&]/.test(text)) return null;
  const edited = edit(text, ESCAPES, (match) => {
    const [whole, brace, json, x, wide, percent, hex, decimal, entity, sign] = match;
    const code = brace ?? json ?? x ?? wide ?? percent ?? hex;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (decimal !== undefined) return String.fromCharCode(Number(decimal));
    if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? whole;
    return CONTROLS[sign ?? ''] ?? sign ?? whole;
  });
  return edited.text === text ? null : { ...edited, how: '' };
}

type Code = {
  how: string;
  /** Of what it is written, by their codes. */
  written: Uint8Array;
  /** What may stand between the signs of a run, and says nothing. */
  between: RegExp;
  encoding: 'base64' | 'hex';
  /** So many signs are so many bytes. */
  signs: number;
  bytes: number;
};

const BASE64: Code = {
  how: 'in base64',
  written: codesOf(/[A-Za-z0-9+/_\r\n-]/),
  between: /[\r\n]+/g,
  encoding: 'base64',
  signs: 4,
  bytes: 3,
};
const HEX: Code = {
  how: 'in hex',
  written: codesOf(/[0-9A-Fa-f: \r\n-]/),
  between: /[: \r\n-]+/g,
  encoding: 'hex',
  signs: 2,
  bytes: 1,
};

function codesOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

const PRINTABLE = codesOf(/[\x20-\x7e\t\n\r]/);

/** Where there are so many of these in a row. Nothing is made of the others: of a megabyte there are many. */
function* longIn(
  codeAt: (at: number) => number,
  { length, least, of }: { length: number; least: number; of: Uint8Array },
): Generator<readonly [from: number, to: number]> {
  let start = 0;
  for (let at = 0; at <= length; at += 1) {
    if (at < length && of[codeAt(at)] === 1) continue;
    if (at - start >= least) yield [start, at];
    start = at + 1;
  }
}

/** A run may begin within something longer: each sign of the first group may be where the code really begins. */
function* runsOf(
  text: string,
  least: number,
  { how, written, between, encoding, signs, bytes }: Code,
): Generator<Decoded> {
  const shortest = Math.floor((least * signs) / bytes);
  const ofText = { length: text.length, least: shortest, of: written };
  for (const [index, end] of longIn((at) => text.charCodeAt(at), ofText)) {
    const joined = edit(text.slice(index, end), between, () => '');
    for (let skipped = 0; skipped < signs; skipped += 1) {
      const said = Buffer.from(skipped === 0 ? joined.text : joined.text.slice(skipped), encoding);
      const ofSaid = { length: said.length, least, of: PRINTABLE };
      for (const [at, to] of longIn((place) => said[place] ?? 0, ofSaid)) {
        yield {
          text: said.toString('latin1', at, to),
          how,
          from: (place) => index + joined.from(skipped + Math.floor(((at + place) * signs) / bytes)),
          to: (place) => index + joined.to(skipped + Math.ceil(((at + place) * signs) / bytes)),
        };
      }
    }
  }
}

type Edited = Pick<Decoded, 'text' | 'from' | 'to'>;

/** A text with something else in the place of each match, and the way back from its places to those of the text. */
function edit(text: string, pattern: RegExp, spell: (match: RegExpExecArray) => string): Edited {
  const parts: string[] = [];
  const edits: { at: number; shift: number }[] = [];
  let [last, length, shift] = [0, 0, 0];
  for (const match of text.matchAll(pattern)) {
    const put = spell(match);
    const before = text.slice(last, match.index);
    parts.push(before, put);
    last = match.index + match[0].length;
    shift += match[0].length - put.length;
    edits.push({ at: length + before.length, shift });
    length += before.length + put.length;
  }
  if (edits.length === 0) return { text, from: same, to: same };
  // Only what lies wholly before a place has moved it.
  const placeOf = (index: number) => index + (edits[countBefore(edits, index) - 1]?.shift ?? 0);
  return { text: [...parts, text.slice(last)].join(''), from: placeOf, to: placeOf };
}

function same(index: number): number {
  return index;
}

function countBefore(edits: readonly { at: number }[], index: number): number {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.at ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
