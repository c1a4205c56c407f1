import { remembered } from '../../../shared/remembered.ts';
import type { Found, SecretIndex } from './secret-index.ts';

/** A decoded part of a text, with its positions in the text. */
type Decoded = {
  text: string;
  /** The suffix for the name of a secret: `in base64`. Empty for escapes. */
  how: string;
  /** Returns the start of the character at this index of the decoded text. */
  from(index: number): number;
  /** Returns the end of the character before this index. */
  to(index: number): number;
};

/** Decodes a text in every known way, once. Skips parts that are shorter than `least`. */
function* decodings(text: string, least: number): Generator<Decoded> {
  const plain = unescaped(text);
  if (plain !== null) yield plain;
  yield* runsOf(text, least, BASE64);
  yield* runsOf(text, least, HEX);
}

/**
 * The escapes of JSON, JavaScript, URLs and HTML. Each match stands for one character. An entity without a semicolon
 * may continue with another escape, which has priority.
 */
const ESCAPES =
  /\\u\{([0-9a-f]{1,4})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%u([0-9a-f]{4})|%([0-9a-f]{2})|&#x0*([0-9a-f]{1,4})(?:;|(?![%\\0-9a-f]))|&#0*([0-9]{1,5})(?:;|(?![%\\0-9]))|&([a-z]+);|\\(["'\\/bfnrt])/gi;
const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** The characters that are likely in a key or an encoded key. */
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
  const places = new Uint32Array(text.length + 1);
  let [plain, last] = ['', 0];
  const copy = (end: number) => {
    for (let at = last; at <= end; at += 1) places[plain.length + at - last] = at;
    plain += text.slice(last, end);
  };
  for (const match of text.matchAll(ESCAPES)) {
    const sign = meantBy(match);
    if (sign === null) continue;
    copy(match.index);
    plain += sign;
    last = match.index + match[0].length;
  }
  if (last === 0) return null;
  copy(text.length);
  const placeOf = (index: number) => places[index] ?? text.length;
  return { text: plain, how: '', from: placeOf, to: placeOf };
}

/** Returns the character that an escape stands for; null for an unknown entity. */
function meantBy([, brace, json, x, wide, percent, hex, decimal, entity, sign = '']: RegExpExecArray): string | null {
  const code = brace ?? json ?? x ?? wide ?? percent ?? hex;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? null;
  return CONTROLS[sign] ?? sign;
}

type Code = {
  how: string;
  encoding: 'base64' | 'hex';
  /** The symbols of the code, and the symbols without meaning that may be between them. */
  written: string;
  between: RegExp;
  /** This many symbols encode this many bytes. */
  signs: number;
  bytes: number;
  /** The symbols that encode bytes of ASCII. */
  ascii: string;
};

const BASE64: Code = {
  how: 'in base64',
  encoding: 'base64',
  written: 'A-Za-z0-9+/_\\r\\n-',
  between: /[\r\n]+/g,
  signs: 4,
  bytes: 3,
  ascii: '[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589].',
};
const HEX: Code = {
  how: 'in hex',
  encoding: 'hex',
  written: '0-9A-Fa-f: \\r\\n-',
  between: /[: \r\n-]+/g,
  signs: 2,
  bytes: 1,
  ascii: '[0-7].',
};
const PRINTABLE = '\\x20-\\x7e\\t\\n\\r';

/** A run may begin inside something longer: the code may begin at each symbol of the first group. */
function* runsOf(text: string, least: number, code: Code): Generator<Decoded> {
  const { how, written, encoding, signs, bytes, ascii } = code;
  // As many whole groups as are in `least` bytes, wherever these begin.
  const readable = patternOf(`(?:${ascii}){${Math.floor((least - bytes + 1) / bytes)}}`);
  for (const { 0: run, index } of longRuns(text, written, Math.floor((least * signs) / bytes))) {
    const { joined, endOf } = withoutBetween(run, code);
    if (joined.search(readable) === -1) continue;
    for (let skipped = 0; skipped < signs; skipped += 1) {
      const said = Buffer.from(joined.slice(skipped), encoding).toString('latin1');
      for (const { 0: part, index: at } of longRuns(said, PRINTABLE, least)) {
        const signsTo = (place: number) => skipped + ((at + place) * signs) / bytes;
        yield {
          text: part,
          how,
          from: (place) => index + endOf(Math.floor(signsTo(place))),
          to: (place) => index + endOf(Math.ceil(signsTo(place))),
        };
      }
    }
  }
}

function longRuns(text: string, of: string, least: number) {
  return text.matchAll(patternOf(`[${of}]{${least},}`));
}

const patternOf = remembered((pattern) => new RegExp(pattern, 'g'), 100);

/**
 * Returns the run without meaningless symbols, and a function that finds the end of the first `count` symbols in it.
 */
function withoutBetween(run: string, { between }: Code): { joined: string; endOf(count: number): number } {
  const joined = run.replace(between, '');
  if (joined.length === run.length) return { joined, endOf: (count) => count };
  const ends = [0];
  let start = 0;
  for (const signs of run.split(between)) {
    const at = run.indexOf(signs, start);
    for (let end = 1; end <= signs.length; end += 1) ends.push(at + end);
    start = at + signs.length;
  }
  return { joined, endOf: (count) => ends[count] ?? run.length };
}

/** The maximum number of nested codes. */
const DEEPEST = 4;
/** A text made to be decoded again and again must not take forever. Beyond this limit, only its surface is searched. */
const MOST_DECODED = 8;
const ALWAYS_DECODED = 1_000_000;

/** Finds all occurrences of secrets in a text, in any code, in order and without overlaps. */
export function findSecrets(text: string, index: SecretIndex): Found[] {
  const budget: Budget = { left: Math.max(text.length * MOST_DECODED, ALWAYS_DECODED) };
  return joined(found(text, index, DEEPEST, budget)).map((one, at, all) =>
    withBackslash(text, one, all[at - 1]?.to ?? 0),
  );
}

type Budget = { left: number };

function found(text: string, index: SecretIndex, depth: number, budget: Budget): Found[] {
  const all = index.search(text).filter(({ from, to }) => !index.isName(text.slice(from, to)));
  if (depth === 0 || text.length < index.least()) return all;
  for (const decoded of decodings(text, index.least())) {
    budget.left -= decoded.text.length;
    const within = found(decoded.text, index, budget.left > 0 ? depth - 1 : 0, budget);
    for (const { from, to, name, how } of within)
      all.push({ from: decoded.from(from), to: decoded.to(to), name, how: decoded.how || how });
  }
  return all;
}

/** Merges overlapping occurrences under the name of the longest. */
function joined(all: Found[]): Found[] {
  const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const apart: Found[] = [];
  for (const one of sorted) {
    const last = apart.at(-1);
    if (last === undefined || one.from >= last.to) apart.push({ ...one });
    else if (one.to > last.to) last.to = one.to;
  }
  return apart;
}

/** In JSON, a backslash and the next character are a unit: half of it would be invalid JSON. */
function withBackslash(text: string, one: Found, start: number): Found {
  let backslashes = 0;
  while (one.from - backslashes > start && text[one.from - backslashes - 1] === '\\') backslashes += 1;
  return backslashes % 2 === 1 ? { ...one, from: one.from - 1 } : one;
}
