import { ExpressionError } from './expression-error.ts';
import { DURATION, parseDuration } from './quantities.ts';

/** `at` is the start offset, `end` the end offset. */
export type Token =
  | { kind: 'value'; value: string | number; at: number; end: number }
  | { kind: 'name' | 'sign' | 'end'; text: string; at: number; end: number };

const SPACE = /\s*/y;
/** A dash directly before a letter belongs to the name, as in `header.Retry-After`. */
const NAME = /[A-Za-z_]\w*(?:-[A-Za-z]\w*)*/y;
/** After a dot, a name may begin with a digit. */
const MEMBER = /\w+(?:-[A-Za-z]\w*)*/y;
const LENGTH_OF_TIME = new RegExp(`${DURATION}(?![\\w.])`, 'y');
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const SIGN = /==|!=|<=|>=|&&|\|\||[-+*/%<>!?:,.()[\]{}]/y;
const QUOTED = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;

export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const token = readToken(text, at, tokens.at(-1));
    tokens.push(token);
    at = skipSpace(text, token.end);
  }
  return [...tokens, { kind: 'end', text: '', at: text.length, end: text.length }];
}

function readToken(text: string, at: number, before: Token | undefined): Token {
  const isMember = before?.kind === 'sign' && before.text === '.' && before.end === at;
  const name = match(isMember ? MEMBER : NAME, text, at);
  if (name !== null) return { kind: 'name', text: name, at, end: at + name.length };
  const length = match(LENGTH_OF_TIME, text, at);
  if (length !== null) return { kind: 'value', value: parseDuration(length) ?? 0, at, end: at + length.length };
  const number = match(NUMBER, text, at);
  if (number !== null) return { kind: 'value', value: numberOf(number, at), at, end: at + number.length };
  const quoted = match(QUOTED, text, at);
  if (quoted !== null) return { kind: 'value', value: unquoted(quoted, at), at, end: at + quoted.length };
  const sign = match(SIGN, text, at);
  if (sign !== null && !isForeignOperator(text, at)) return { kind: 'sign', text: sign, at, end: at + sign.length };
  throw new ExpressionError(foreignOperatorProblem(text, at), at);
}

/** Whether the text begins with an operator of another language, such as `===`. */
function isForeignOperator(text: string, at: number): boolean {
  return match(/[=!]==|\*\*|\?\?|\?\./y, text, at) !== null;
}

const REMEDIES: readonly [start: RegExp, remedy: string][] = [
  [/'|"/y, 'this text has no end; close it with the quote that it begins with'],
  [/===?|!==/y, 'there is no such sign; compare with == or !='],
  [/=/y, 'there is no = here; compare with =='],
  [/&/y, 'there is no & here; write && between two conditions'],
  [/\|/y, 'there is no | here; write || between two conditions'],
  [/\?\?|\?\./y, 'there is no such sign; a missing value passes through a dot, and default(x, y) gives another one'],
  [/\*\*/y, 'there is no ** here'],
  [/\$\{/y, 'there is no ${ within an expression; write the names bare'],
  [/\d/y, 'this is neither a number nor a length of time such as 1h30m'],
];

function foreignOperatorProblem(text: string, at: number): string {
  const remedy = REMEDIES.find(([start]) => match(start, text, at) !== null)?.[1];
  return remedy ?? `there is no meaning to ${String.fromCodePoint(text.codePointAt(at) ?? 0)} here`;
}

function skipSpace(text: string, at: number): number {
  return at + (match(SPACE, text, at)?.length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  const token = pattern.exec(text)?.[0];
  return token === undefined || (token === '' && pattern !== SPACE) ? null : token;
}

function numberOf(text: string, at: number): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new ExpressionError(`${text} is too large a number`, at);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\', "'": "'", '"': '"' };

function unquoted(quoted: string, at: number): string {
  return quoted.slice(1, -1).replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (written, code, letter, index) => {
    const escaped = code === undefined ? ESCAPES[letter] : String.fromCharCode(Number.parseInt(code, 16));
    if (escaped !== undefined) return escaped;
    throw new ExpressionError(`there is no ${written}; write \\\\ for a \\ itself`, at + 1 + index);
  });
}
