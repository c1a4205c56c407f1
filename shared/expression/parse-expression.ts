import { remembered } from '../remembered.ts';
import { ExpressionError } from './expression-error.ts';
import { readTokens, type Token } from './read-tokens.ts';

/** An expression with its source text. */
export type Expression = { readonly text: string; readonly tree: Tree };

export type BinarySign = '+' | '-' | '*' | '/' | '%' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&&' | '||' | 'in';

/** `at` is the offset at which problems with it are shown. */
export type Tree = { readonly at: number } & (
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'member'; of: Tree; name: string }
  | { kind: 'index'; of: Tree; by: Tree }
  | { kind: 'call'; name: string; args: readonly Tree[] }
  | { kind: 'list'; items: readonly Tree[] }
  | { kind: 'map'; entries: readonly (readonly [key: string, value: Tree])[] }
  | { kind: 'unary'; sign: '!' | '-'; of: Tree }
  | { kind: 'binary'; sign: BinarySign; left: Tree; right: Tree }
  | { kind: 'choice'; when: Tree; yes: Tree; no: Tree }
);

/** Deeper or longer expressions would exhaust the stack. */
const DEEPEST = 100;
const LONGEST = 4000;

/** Throws an ExpressionError with an offset. Cached, because each row of a matrix has the same texts. */
export const parseExpression = remembered(parsed, 20_000);

function parsed(text: string): Expression {
  if (text.length > LONGEST) throw new ExpressionError(`an expression is at most ${LONGEST} letters long`, LONGEST);
  const reader: Reader = { tokens: readTokens(text), position: 0, depth: 0 };
  const tree = readTree(reader, 0);
  const rest = next(reader);
  if (rest.kind !== 'end') throw unexpected(rest);
  return { text: text.trim(), tree };
}

/** Its direct parts, in the order in which they are written. */
export function partsOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case 'member':
    case 'unary':
      return [tree.of];
    case 'index':
      return [tree.of, tree.by];
    case 'call':
      return tree.args;
    case 'list':
      return tree.items;
    case 'map':
      return tree.entries.map(([, value]) => value);
    case 'binary':
      return [tree.left, tree.right];
    case 'choice':
      return [tree.when, tree.yes, tree.no];
    default:
      return [];
  }
}

type Named = Exclude<Token, { kind: 'value' }>;
type Reader = { tokens: readonly Token[]; position: number; depth: number };

const STRENGTH: Readonly<Record<string, number>> = {
  '?': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  in: 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};
const UNARY = 8;

/** Reads operators while they bind more strongly than `least` (precedence climbing). */
function readTree(reader: Reader, least: number): Tree {
  if (reader.depth >= DEEPEST) throw new ExpressionError('this is too deep; name its parts with let', next(reader).at);
  reader.depth += 1;
  let left = readPostfix(reader, readStart(reader));
  for (;;) {
    const sign = next(reader);
    const strength = strengthOf(sign);
    if (sign.kind === 'value' || strength <= least) break;
    reader.position += 1;
    left = sign.text === '?' ? readChoice(reader, left, sign) : readBinary(reader, left, sign, strength);
  }
  reader.depth -= 1;
  return left;
}

function strengthOf(token: Token): number {
  const isSign = token.kind === 'sign' || (token.kind === 'name' && token.text === 'in');
  return isSign ? (STRENGTH[token.text] ?? 0) : 0;
}

function readBinary(reader: Reader, left: Tree, { text, at }: Named, strength: number): Tree {
  const right = readTree(reader, strength);
  const following = next(reader);
  const isCompared = strength === STRENGTH['=='] || strength === STRENGTH['<'];
  if (isCompared && strengthOf(following) === strength)
    throw new ExpressionError('comparisons do not chain; join two of them with &&', following.at);
  return { kind: 'binary', sign: text as BinarySign, left, right, at };
}

function readChoice(reader: Reader, when: Tree, { at }: Token): Tree {
  const yes = readTree(reader, 0);
  take(reader, ':');
  return { kind: 'choice', when, yes, no: readTree(reader, 0), at };
}

function readPostfix(reader: Reader, start: Tree): Tree {
  let tree = start;
  for (;;) {
    const token = next(reader);
    if (skip(reader, '.')) tree = { kind: 'member', of: tree, ...takeName(reader) };
    else if (skip(reader, '[')) {
      tree = { kind: 'index', of: tree, by: readTree(reader, 0), at: token.at + 1 };
      take(reader, ']');
    } else return tree;
  }
}

const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

function readStart(reader: Reader): Tree {
  const token = next(reader);
  reader.position += 1;
  const { at } = token;
  if (token.kind === 'value') return { kind: 'literal', value: token.value, at };
  if (token.kind === 'name') return readName(reader, token);
  if (token.text === '(') return readGroup(reader);
  if (token.text === '[') return { kind: 'list', items: readItems(reader, ']', readInner), at };
  if (token.text === '{') return { kind: 'map', entries: readItems(reader, '}', readEntry), at };
  if (token.text === '!' || token.text === '-')
    return { kind: 'unary', sign: token.text, of: readTree(reader, UNARY), at };
  throw unexpected(token);
}

function readName(reader: Reader, token: Named): Tree {
  const { text: name, at } = token;
  if (name === 'in' || name === 'not') throw unexpected(token);
  const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (word !== undefined) return { kind: 'literal', value: word, at };
  if (!skip(reader, '(')) return { kind: 'name', name, at };
  return { kind: 'call', name, args: readItems(reader, ')', readInner), at };
}

function readGroup(reader: Reader): Tree {
  const tree = readTree(reader, 0);
  take(reader, ')');
  return tree;
}

function readInner(reader: Reader): Tree {
  return readTree(reader, 0);
}

function readItems<Item>(reader: Reader, end: string, read: (reader: Reader) => Item): Item[] {
  const items: Item[] = [];
  if (skip(reader, end)) return items;
  do items.push(read(reader));
  while (skip(reader, ','));
  take(reader, end);
  return items;
}

function readEntry(reader: Reader): [key: string, value: Tree] {
  const token = next(reader);
  if (token.kind === 'sign' || token.kind === 'end') throw unexpected(token);
  reader.position += 1;
  take(reader, ':');
  return [String(token.kind === 'value' ? token.value : token.text), readTree(reader, 0)];
}

function next({ tokens, position }: Reader): Token {
  const token = tokens[Math.min(position, tokens.length - 1)];
  return token ?? { kind: 'end', text: '', at: 0, end: 0 };
}

function skip(reader: Reader, sign: string): boolean {
  const token = next(reader);
  if (token.kind !== 'sign' || token.text !== sign) return false;
  reader.position += 1;
  return true;
}

function take(reader: Reader, sign: string): void {
  if (!skip(reader, sign)) throw unexpected(next(reader), sign);
}

function takeName(reader: Reader): { name: string; at: number } {
  const token = next(reader);
  if (token.kind !== 'name') throw unexpected(token, 'a name');
  reader.position += 1;
  return { name: token.text, at: token.at };
}

const OTHER_WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!', is: '==' };

function unexpected(token: Token, wanted?: string): ExpressionError {
  if (token.kind === 'end')
    return new ExpressionError(`the expression ends too early; ${wanted ?? 'a value'} is missing`, token.at);
  const written = token.kind === 'value' ? JSON.stringify(token.value) : token.text;
  const sign = token.kind === 'name' ? OTHER_WORDS[written] : undefined;
  if (sign !== undefined) return new ExpressionError(`${written} is no sign; write ${sign}`, token.at);
  const remedy = wanted === undefined ? '' : `, where ${wanted} should be`;
  return new ExpressionError(`${written} makes no sense here${remedy}`, token.at);
}
