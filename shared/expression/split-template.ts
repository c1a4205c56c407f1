/** A part of a text: literal text, or the expression between `${` and `}`. `at` is the offset of that expression. */
export type Part = { kind: 'text'; text: string } | { kind: 'expression'; text: string; at: number };

export const START = '${';

/** Splits a text at its `${…}`; `$${` is an escaped `${`. If one is not closed, returns its offset instead. */
export function splitTemplate(text: string): Part[] | { unclosed: number } {
  const parts: Part[] = [];
  let plain = '';
  let done = 0;
  for (let start = text.indexOf(START); start !== -1; start = text.indexOf(START, done)) {
    plain += text.slice(done, start);
    if (text[start - 1] === '$' && start > done) {
      plain = `${plain.slice(0, -1)}${START}`;
      done = start + START.length;
      continue;
    }
    const at = start + START.length;
    const end = endOfExpression(text, at);
    if (end === null) return { unclosed: start };
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    parts.push({ kind: 'expression', text: text.slice(at, end), at });
    plain = '';
    done = end + 1;
  }
  plain += text.slice(done);
  return plain === '' && parts.length > 0 ? parts : [...parts, { kind: 'text', text: plain }];
}

const MEANINGFUL = /[{}]|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/g;

/** Braces inside an expression or its quoted texts do not end it. */
function endOfExpression(text: string, from: number): number | null {
  let depth = 1;
  MEANINGFUL.lastIndex = from;
  for (let match = MEANINGFUL.exec(text); match !== null; match = MEANINGFUL.exec(text)) {
    if (match[0] === '{') depth += 1;
    if (match[0] === '}') depth -= 1;
    if (depth === 0) return match.index;
  }
  return null;
}
