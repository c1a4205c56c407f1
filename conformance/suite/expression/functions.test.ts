import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../shared/expression/evaluate.ts';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import { PURE_ARITIES, PURE_FUNCTIONS, PURE_SIGNATURES } from './functions.ts';

const names = {
  job: { id: 'job_1', status: 'queued' },
  answer: { status: 200, body: { id: 'job_2' } },
  hooks: [{ json: { data: [{ id: 'b' }] } }, { json: { data: [{ id: 'a' }] } }],
  proto: JSON.parse('{"__proto__": {"polluted": true}}'),
};

function resultOf(text: string): unknown {
  return evaluate(parseExpression(text), { names, functions: PURE_FUNCTIONS });
}

describe('A function', () => {
  it.each<[string, unknown]>([
    ['reverse([1, 2, 3])', [3, 2, 1]],
    ["reverse('abc')", 'cba'],
    ['merge({a: 1, b: {c: 1, d: 2}}, {b: {c: 3}, e: [1]})', { a: 1, b: { c: 3, d: 2 }, e: [1] }],
    ['merge({a: [1, 2]}, {a: [3]}, {a: null})', { a: null }],
    ['merge({a: 1})', { a: 1 }],
    ['concat([1], [2, [3]])', [1, 2, [3]]],
    ["concat('a', 'b', 'c')", 'abc'],
    ["len('abc') + len([1]) + len({a: 1})", 5],
    ['keys({b: 1, a: 2})', ['b', 'a']],
    ['values({b: 1, a: 2})', [1, 2]],
    ['first([1, 2])', 1],
    ['last([1, 2])', 2],
    ['sort([10, 9, 1])', [1, 9, 10]],
    ["sort(['b', 'a'])", ['a', 'b']],
    ['sort([])', []],
    ['unique([1, {a: 1}, 1, {a: 1}])', [1, { a: 1 }]],
    ["pluck(hooks, 'json.data[0].id')", ['b', 'a']],
    ["pluck([[1, 2], [3, 4]], '[1]')", [2, 4]],
    ["pluck(having(hooks, 'json.data[0].id', 'a'), 'json.data[0].id')", ['a']],
    ["having([{id: 1}, {}, 2], 'id', 2)", []],
    ['flatten([[1], [2, [3]]])', [1, 2, [3]]],
    ['count([1, 2, 1], 1)', 2],
    ['contains([{a: 1}], {a: 1})', true],
    ["contains('abc', 'bc')", true],
    ["contains('1', 1)", false],
    ['slice([1, 2, 3], 1)', [2, 3]],
    ["slice('abc', 0, -1)", 'ab'],
    ['without([1, 2, 3, 2], 2, 3)', [1]],
    ["without({a: 1, b: 2}, 'a')", { b: 2 }],
    ["pick({a: 1, b: 2}, 'b', 'c')", { b: 2 }],
    ["join([1, 'a', null], ', ')", '1, a, null'],
    ["join(['a', 'b'])", 'ab'],
    ["split('a,b', ',')", ['a', 'b']],
    ["lower('AB')", 'ab'],
    ["upper('ab')", 'AB'],
    ["trim(' a ')", 'a'],
    ["starts_with('job_1', 'job_')", true],
    ["ends_with('a.png', '.jpg')", false],
    ["replace('a.b.c', '.', '$&')", 'a$&b$&c'],
    ["repeat('ab', 3)", 'ababab'],
    ["base64('é')", 'w6k='],
    ['json({a: [1]})', '{"a":[1]}'],
    ['parse_json(\'{"a": 1}\')', { a: 1 }],
    ['[abs(-1), round(1.5), floor(1.5), ceil(1.2)]', [1, 2, 1, 2]],
    ["apart('AAAA', 'AwYJ')", 6],
    ["most_apart('AAAA', 'AwYJ')", 9],
    ["most_apart('AAAAAAAA', 'AwYJAQID', 'CQkJAAAA')", 3],
    ['sum([1, 2, 3])', 6],
    ['sum([])', 0],
    ["numbers({a: [1, {b: 2}], c: '3', d: null, e: 1.5})", [1, 2, 1.5]],
    ['[numbers(7), numbers(null)]', [[7], []]],
    ['min(3, 1, 2)', 1],
    ['max([3, 1], 4)', 4],
    ["max('2026-01-01T00:00:00Z', '2026-01-01T01:00:00+02:00')", '2026-01-01T00:00:00Z'],
    ["number('12')", 12],
    ['number(1.5)', 1.5],
    ["instant('2026-01-31T02:00:00+02:00')", '2026-01-31T00:00:00.000Z'],
    ["instant('2026-01-31')", '2026-01-31T00:00:00.000Z'],
    ['instant(1 * 1s)', '1970-01-01T00:00:01.000Z'],
    ["day('2026-01-31T23:30:00-01:00')", '2026-02-01'],
    ['defined(nothing)', false],
    ['defined(null)', true],
    ['default(nothing, 1)', 1],
    ['default(null, 1)', 1],
    ['default(0, 1)', 0],
    ['id(job)', 'job_1'],
    ['id(answer)', 'job_2'],
    ["id('job_3')", 'job_3'],
  ])('such as %s returns %j', (text, value) => {
    expect(resultOf(text)).toStrictEqual(value);
  });

  it.each([
    ...['first([])', 'reverse({a: 1})', "concat('a', [1])", "sort([1, 'a'])", 'sort([{}, {}])'],
    ...["pluck(hooks, 'json.nothing')", "repeat('a', 100000000)", "repeat('a', -1)"],
    ...["parse_json('{')", "sum([1, '2'])", 'min([])', "max(1, 'a')", "number('12a')"],
    ...["number('')", 'number(null)', "instant('yesterday')", "day('2026-02-30')", 'default(nothing, nowhere)'],
    ...['id(answer.body.nothing)', 'id({a: 1})', 'lower(1)', "apart('AAAA', 'AAAAAAAA')", "apart('', '')"],
    ...["most_apart('AAAA', 'AwYJ', 'CQkJ')", 'len(1)'],
  ])('returns undefined for %s', (text) => {
    expect(resultOf(text)).toBeUndefined();
  });

  it('does not change its arguments', () => {
    const list = [3, 1, 2];
    const map = { a: { b: 1 } };
    for (const name of ['reverse', 'sort', 'unique', 'flatten']) PURE_FUNCTIONS[name]?.(list);
    PURE_FUNCTIONS['merge']?.(map, { a: { c: 2 } });
    expect([list, map]).toEqual([[3, 1, 2], { a: { b: 1 } }]);
  });

  it('treats `__proto__` like any other name', () => {
    const merged = resultOf('merge({}, proto)');
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.keys(merged as object)).toEqual(['__proto__']);
  });

  it('declares how many arguments it accepts', () => {
    expect(PURE_ARITIES).toMatchObject({ slice: [2, 3], merge: [1, Infinity], pick: [2, Infinity], id: [1, 1] });
    expect(PURE_SIGNATURES).toContain('slice(list|text, number, number?)');
  });
});
