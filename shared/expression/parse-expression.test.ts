import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from './expression-error.ts';
import { parseExpression } from './parse-expression.ts';
import { printTree } from './testing/print-tree.ts';

describe('an expression', () => {
  it.each([
    ['12', '12'],
    ['1.5', '1.5'],
    ['2e3', '2000'],
    ["'it\\'s'", '"it\'s"'],
    ['"a\\n\\t\\\\\\u00e9"', '"a\\n\\t\\\\é"'],
    ['true', 'true'],
    ['null', 'null'],
    ['500ms', '500'],
    ['1h30m', '5400000'],
    ['9h36m', '34560000'],
    ['2d', '172800000'],
    ['1m5ms', '60005'],
    ['1.5s', '1500'],
    ['[]', '[]'],
    ['[a, [1]]', '[a, [1]]'],
    ['{}', '{}'],
    ["{a: 1, 'b c': 2, Retry-After: 3, 200: 4}", '{"a": 1, "b c": 2, "Retry-After": 3, "200": 4}'],
    ['first.body.id', 'first.body.id'],
    ['tries[6].at', 'tries[6].at'],
    ["body.unit_costs['skin.analyze']", 'body.unit_costs["skin.analyze"]'],
    ['cancel.header.Retry-After', 'cancel.header.Retry-After'],
    ['no-key.status', 'no-key.status'],
    ['a.b-1', '(a.b - 1)'],
    ['a - b', '(a - b)'],
    ['a.b - c', '(a.b - c)'],
    ['a.0.true.in', 'a.0.true.in'],
    ['f()', 'f()'],
    ['f(a, g(b))', 'f(a, g(b))'],
    ['f(a).b[0]', 'f(a).b[0]'],
    ['  a  ', 'a'],
    ['a\n+\tb', '(a + b)'],
  ])('%s is parsed', (text, printed) => {
    expect(printTree(parseExpression(text).tree)).toBe(printed);
  });

  it.each([
    ['a + b * c', '(a + (b * c))'],
    ['a - b - c', '((a - b) - c)'],
    ['a / b % c', '((a / b) % c)'],
    ['(a + b) * c', '((a + b) * c)'],
    ['-a + b', '((-a) + b)'],
    ['-a.b', '(-a.b)'],
    ['!a && b', '((!a) && b)'],
    ['!!a', '(!(!a))'],
    ['a || b && c', '(a || (b && c))'],
    ['a == b && c != d', '((a == b) && (c != d))'],
    ['a + 1 < b * 2', '((a + 1) < (b * 2))'],
    ['a < b == c', '((a < b) == c)'],
    ['x in [1, 2] && y', '((x in [1, 2]) && y)'],
    ['!(x in l)', '(!(x in l))'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a ? b ? 1 : 2 : 3', '(a ? (b ? 1 : 2) : 3)'],
    ['a || b ? c : d', '((a || b) ? c : d)'],
    ['a ? {b: 1} : [c]', '(a ? {"b": 1} : [c])'],
    ['tries[6].at - tries[0].json.created > 9h36m', '((tries[6].at - tries[0].json.created) > 34560000)'],
  ])('%s is grouped as %s', (text, printed) => {
    expect(printTree(parseExpression(text).tree)).toBe(printed);
  });

  it('keeps its text', () => {
    expect(parseExpression(' a.b ').text).toBe('a.b');
  });
});

describe('an invalid expression', () => {
  it.each([
    ['', 0, 'the expression ends too early; a value is missing'],
    ['a +', 3, 'the expression ends too early; a value is missing'],
    ['f(a', 3, 'the expression ends too early; ) is missing'],
    ['a ? b', 5, 'the expression ends too early; : is missing'],
    ['a.', 2, 'the expression ends too early; a name is missing'],
    ['a b', 2, 'b makes no sense here'],
    ['a)', 1, ') makes no sense here'],
    ['[1, ]', 4, '] makes no sense here'],
    ['{a 1}', 3, '1 makes no sense here, where : should be'],
    ['in', 0, 'in makes no sense here'],
    ['a = b', 2, 'there is no = here; compare with =='],
    ['a === b', 2, 'there is no such sign; compare with == or !='],
    ['a !== b', 2, 'there is no such sign; compare with == or !='],
    ['a & b', 2, 'there is no & here; write && between two conditions'],
    ['a | b', 2, 'there is no | here; write || between two conditions'],
    ['a and b', 2, 'and is no sign; write &&'],
    ['not a', 0, 'not is no sign; write !'],
    ['a ?? b', 2, 'default(x, y)'],
    ['a?.b', 1, 'default(x, y)'],
    ['a ** b', 2, 'there is no ** here'],
    ["'abc", 0, 'this text has no end'],
    ["'\\q'", 1, 'there is no \\q; write \\\\ for a \\ itself'],
    ['${a}', 0, 'write the names bare'],
    ['12abc', 0, 'neither a number nor a length of time'],
    ['30m1h', 0, 'neither a number nor a length of time'],
    ['1.2.3', 0, 'neither a number nor a length of time'],
    ['1e999', 0, 'too large'],
    ['a # b', 2, 'there is no meaning to # here'],
    ['a < b < c', 6, 'comparisons do not chain; join two of them with &&'],
    ['a == b != c', 7, 'comparisons do not chain'],
  ])('%s is refused at %i: %s', (text, offset, message) => {
    expect(errorOf(text)).toMatchObject({ offset, message: expect.stringContaining(message) });
  });

  it('throws only an ExpressionError with an offset within its text', () => {
    const letters = fc.constantFrom(...'ab01.,:?!&|=<>+-*/%()[]{}\'"\\ $', 'in', 'true', '1h', 'a.b', '&&');
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
        const error = errorOf(text);
        if (error !== null) expect(error.offset >= 0 && error.offset <= text.length).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is one that is too deep or too long', () => {
    expect(errorOf('('.repeat(200))).toMatchObject({ offset: 100, message: expect.stringContaining('too deep') });
    expect(errorOf(`${'!'.repeat(200)}a`)).toMatchObject({ message: expect.stringContaining('too deep') });
    expect(errorOf('a+'.repeat(3000))).toMatchObject({ message: expect.stringContaining('at most 4000 letters') });
  });

  it('does not include one of the maximum length', () => {
    expect(errorOf(`a${'+a'.repeat(1999)}`)).toBeNull();
  });
});

function errorOf(text: string): ExpressionError | null {
  try {
    parseExpression(text);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}
