import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Packed, pack } from './pack.ts';
import { BadPacked, unpack } from './unpack.ts';

function written(value: unknown): Packed {
  return JSON.parse(JSON.stringify(pack(value)));
}

describe('A packed value', () => {
  it('is unpacked as it was, with the order of its members', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (values) => {
        const twice = [values, ...values];
        expect(JSON.stringify(unpack(written(twice)))).toBe(JSON.stringify(twice));
      }),
    );
  });

  it.each([
    [['$', '$$', '$0', '$0', 'a$', 'a long text', 'a long text', '$ a long text', '$ a long text']],
    [[0, [0, 1], [0, 1], { a: 1 }, { a: 1, b: [] }, { b: [], a: 1 }, {}, [], [[]], null, true]],
    [[JSON.parse('{"__proto__": {"a": "a long text"}, "": [1.5, -1e300]}'), 'a long text']],
  ])('may hold anything: %j', (value) => {
    expect(JSON.stringify(unpack(written(value)))).toBe(JSON.stringify(value));
  });

  it('tells once what stands there more than once', () => {
    const one = { text: 'a long text', list: ['another long text'] };
    expect(pack([one, one, 'a long text'])).toEqual({
      shapes: [['text', 'list']],
      shared: ['a long text', [1, '$0', [0, 'another long text']]],
      value: [0, '$1', '$1', '$0'],
    });
  });

  it.each([undefined, Number.NaN, Number.POSITIVE_INFINITY])('has no more than JSON has: %s', (odd) => {
    const value = { a: [odd], b: 1, c: odd };
    expect(unpack(written(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
});

describe('What is not packed', () => {
  const packed = (value: Packed['value'], shared: Packed['shared'] = []): Packed => ({
    shapes: [['a']],
    shared,
    value,
  });

  it.each([
    ['a name of nothing', packed('$0')],
    ['a name of what comes later', packed('$0', ['$1', 'a'])],
    ['a name of itself', packed('$0', [[0, '$0']])],
    ['a shape that is not there', packed([2, 1])],
    ['a map with too many members', packed([1, 1, 2])],
  ])('is refused: %s', (_, value) => expect(() => unpack(value)).toThrow(BadPacked));

  it('is refused where lists stand in lists without end', () => {
    let deep: unknown = [0];
    for (let depth = 0; depth < 20_000; depth += 1) deep = [0, deep];
    expect(() => unpack(packed(deep as never))).toThrow(/deep in each other/);
  });

  it('is refused where it grows beyond all measure', () => {
    const shared = Array.from({ length: 40 }, (_, index): string[] | string =>
      index === 0 ? 'a text' : [`$${(index - 1).toString(36)}`, `$${(index - 1).toString(36)}`],
    ).map((one) => (typeof one === 'string' ? one : [0, ...one]));
    expect(() => unpack(packed('$13', shared))).toThrow('larger than any report');
  });
});
