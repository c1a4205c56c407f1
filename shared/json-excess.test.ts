import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excessOf } from './json-excess.ts';

const MOST = { depth: 2, values: 4 };

describe('the excess of a JSON text', () => {
  it.each([
    ['[[1, 2, 3]]', null],
    ['[[[1]]]', 'depth'],
    ['{"a": {"b": {}}}', 'depth'],
    ['[1, 2, 3, 4]', null],
    ['[1, 2, 3, 4, 5]', 'values'],
    ['["[[[,,,,,,{{{", "\\"[[[[[[", "\\\\"]', null],
    ['"never ended [[[[[[', null],
    ['[[[[ no JSON', 'depth'],
    ['', null],
  ])('such as %s is %s', (json, excess) => expect(excessOf(json, MOST)).toBe(excess));

  it('is null if there is none', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const depth = depthOf(value);
        expect(excessOf(JSON.stringify(value), { depth, values: 10_000 })).toBe(null);
        if (depth > 0) expect(excessOf(JSON.stringify(value), { depth: depth - 1, values: 10_000 })).toBe('depth');
      }),
    );
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
