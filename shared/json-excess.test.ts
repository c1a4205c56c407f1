import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excessIn, excessText } from './json-excess.ts';

const MOST = { depth: 2, values: 4 };
const DEPTH = 'is nested deeper than 2 levels';

describe('the excess of a JSON text', () => {
  it.each([
    ['[[1, 2, 3]]', null],
    ['[[[1]]]', DEPTH],
    ['{"a": {"b": {}}}', DEPTH],
    ['[1, 2, 3, 4]', null],
    ['[1, 2, 3, 4, 5]', 'has more than 4 values'],
    ['["[[[,,,,,,{{{", "\\"[[[[[[", "\\\\"]', null],
    ['"never ended [[[[[[', null],
    ['[[[[ no JSON', DEPTH],
    ['', null],
  ])('such as %s is %s', (json, excess) => expect(excessText(json, MOST)).toBe(excess));

  it.each([
    ['[[[', 1, 3],
    ['\n[\n\n [[', 4, 3],
    ['[1,\n2,3,4,5]', 2, 6],
  ])('in %j is at %j:%j', (json, line, column) => expect(excessIn(json, MOST)).toMatchObject({ line, column }));

  it('is null if there is none', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const depth = depthOf(value);
        expect(excessText(JSON.stringify(value), { depth, values: 10_000 })).toBe(null);
        if (depth > 0) expect(excessText(JSON.stringify(value), { depth: depth - 1, values: 10_000 })).not.toBe(null);
      }),
    );
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
