import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqual } from '../../../shared/expression/equal.ts';
import { evaluate } from '../../../shared/expression/evaluate.ts';
import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import { PURE_ARITIES, PURE_FUNCTIONS } from './functions.ts';

const names = {
  status: 200,
  first: {
    status: 202,
    header: { 'retry-after': '5', etag: '"1"' },
    body: { id: 'job_1', status: 'queued', error: null, header: { Mixed: 1, mixed: 2 }, empty: '' },
    get lazy() {
      return 'worked out';
    },
  },
  tries: [{ at: '2026-01-01T00:00:00Z' }, { at: '2026-01-01T10:00:00.500+00:00' }],
  costs: { 'skin.analyze': 3 },
  header: { etag: 'x' },
};

function resultOf(text: string, more: Record<string, unknown> = {}): unknown {
  return evaluate(parseExpression(text), { names: { ...names, ...more }, functions: PURE_FUNCTIONS });
}

describe('The value of an expression', () => {
  it.each<[string, unknown]>([
    ['status', 200],
    ['first.body.id', 'job_1'],
    ['first.lazy', 'worked out'],
    ["costs['skin.analyze']", 3],
    ['tries[1].at', '2026-01-01T10:00:00.500+00:00'],
    ['tries[-1].at', '2026-01-01T10:00:00.500+00:00'],
    ['tries[status - 200].at', '2026-01-01T00:00:00Z'],
    ['first.header.Retry-After', '5'],
    ['header.ETag', 'x'],
    ['first.body.header.Mixed', 1],
    ['[1, {a: status}]', [1, { a: 200 }]],
    ["{__proto__: 1}['__proto__']", 1],
    ['len(tries)', 2],
    ["first.body.error == null ? 'none' : 'some'", 'none'],
    ['first.body.id && status', 200],
    ['first.body.error || status', 200],
    ['!first.body.error', true],
    ['nothing && status', undefined],
  ])('%s is %j', (text, value) => {
    expect(resultOf(text)).toStrictEqual(value);
  });

  it.each([
    ...['nothing', 'nothing.at.all', 'first.body.id.length', 'first.body.error.code', 'tries.length'],
    ...['tries[9]', 'tries[9].at', 'tries[nothing]', 'status.toString', 'first.constructor', 'constructor'],
    ...['toString()', 'nobody()', 'nothing + 1', '1 - nothing', '-nothing', '-first.body.id', "'a' * 2"],
    ...["'a' + 1", '1 / 0', '0 % 0', "'2026-01-01T00:00:00Z' + 3000000d", "'9999-12-31T23:59:59Z' + 1d"],
    ...['[1, nothing]', '{a: nothing}', 'len(nothing)', 'concat(first.body.id, nothing)'],
  ])('%s is undefined', (text) => {
    expect(resultOf(text)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['1 + 2 * 3', 7],
    ['7 % 4', 3],
    ['7 / 2', 3.5],
    ['-(2 - 5)', 3],
    ["'a' + 'b'", 'ab'],
    ['first.header.Retry-After * 1s', 5000],
    ["'5' - 1", 4],
    ['tries[1].at - tries[0].at', 36_000_500],
    ['tries[0].at + 24h', '2026-01-02T00:00:00.000Z'],
    ['24h + tries[0].at', '2026-01-02T00:00:00.000Z'],
    ['tries[0].at - 1ms', '2025-12-31T23:59:59.999Z'],
  ])('%s is calculated: %j', (text, value) => {
    expect(resultOf(text)).toBe(value);
  });

  it.each([
    ...['1 < 2', '2 <= 2', '3 > 2', '2 >= 2', "'a' < 'b'", 'first.header.Retry-After > 4'],
    ...["first.header.Retry-After >= 5 && '10' > 9", 'tries[0].at < tries[1].at'],
    ...["'2026-01-01T00:00:00.5Z' > '2026-01-01T00:00:00Z'"],
    ...["'2026-01-01T00:00:00Z' <= '2026-01-01T01:00:00+01:00'", 'tries[1].at - tries[0].at > 9h36m'],
    ...["status == 200 && status != '200'", '[1, {a: [2]}] == [1, {a: [2]}]', '{a: 1, b: 2} == {b: 2, a: 1}'],
    ...['nothing == nowhere', 'nothing != null', 'status in [200, 304]', '{a: 1} in [{a: 1}]'],
    ...["'skin.analyze' in costs", '!(status in [404])'],
  ])('%s holds', (text) => {
    expect(resultOf(text)).toBe(true);
  });

  it.each([
    ...['nothing < 1', 'nothing >= 1', '1 > nothing', 'nothing <= nothing', 'null < 1', "'a' < 1"],
    ...["tries[0].at < 'later'", 'tries[0].at > 5', '{a: 1} == {a: 1, b: 2}', '[1, 2] == [2, 1]', '[] == {}'],
    ...['null == nothing', 'status in nothing', "'length' in tries", "'o' in 'job'", "'toString' in costs"],
  ])('%s does not hold', (text) => {
    expect(resultOf(text)).toBe(false);
  });

  it('is computed without the operand that does not matter', () => {
    const asked: string[] = [];
    const more = {
      get surprise() {
        asked.push('surprise');
        return 1;
      },
    };
    const scope = { names: more, functions: {} };
    evaluate(parseExpression('false && surprise'), scope);
    evaluate(parseExpression('1 || surprise'), scope);
    evaluate(parseExpression('true ? 1 : surprise'), scope);
    expect(asked).toEqual([]);
    evaluate(parseExpression('true && surprise'), scope);
    expect(asked).toEqual(['surprise']);
  });

  it('never causes an exception, whatever the answers are', () => {
    const words = fc.constantFrom(
      ...['a', 'b.c', 'b[a]', '1', '2d', "'x'", 'null', '+', '-', '*', '/', '%', '<', '>=', '==', 'in', '&&', '||'],
      ...['(', ')', '[', ']', ',', '?', ':', '!'],
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.anything(), fc.jsonValue(), (text, a, b) => {
        const expression = expressionOf(text.join(' '));
        if (expression !== null) evaluate(expression, { names: { a, b }, functions: PURE_FUNCTIONS });
      }),
      { numRuns: 300 },
    );
  });

  it('is undefined, without an exception, if a function does not accept its arguments', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(PURE_FUNCTIONS)),
        fc.array(fc.jsonValue(), { maxLength: 4 }),
        (name, args) => {
          const value = PURE_FUNCTIONS[name]?.(...args);
          const [least, most] = PURE_ARITIES[name] ?? [0, 0];
          if (args.length < least || args.length > most) expect(value).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('Deep equality', () => {
  it('holds between a value and its copy', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isEqual(value, structuredClone(value)) && isEqual(value, value)));
  });

  it('is symmetric', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => isEqual(one, other) === isEqual(other, one)));
  });

  it('distinguishes values with different JSON', () => {
    fc.assert(fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (list, more) => !isEqual(list, [...list, more])));
  });
});

function expressionOf(text: string) {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
