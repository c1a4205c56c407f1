import { describe, expect, it } from 'vitest';
import { coveringArray } from './covering-array.ts';
import type { Row } from './pair-grid.ts';

const SIZES = { name: 'size', values: [1, 2, 3] };
const LIMITS = { name: 'limit', values: [3, 1] };
const COLORS = { name: 'color', values: ['red', 'blue'] };
const isWithin = ({ size, limit }: Row) => typeof size !== 'number' || typeof limit !== 'number' || size <= limit;

describe('A covering array', () => {
  it('has each pair of values of two factors in a row', () => {
    const { rows, pairs, excluded } = coveringArray([SIZES, COLORS], { seed: 'a' });
    expect(rows).toHaveLength(6);
    expect({ pairs, excluded }).toEqual({ pairs: 6, excluded: 0 });
    expect(new Set(rows.map(({ size, color }) => `${size} ${color}`)).size).toBe(6);
  });

  it('is far smaller than all combinations', () => {
    const factors = Array.from({ length: 60 }, (_, index) => ({ name: `f${index}`, values: [0, 1, 2] }));
    const { rows, pairs } = coveringArray(factors, { seed: 'a' });
    expect(pairs).toBe(15_930);
    expect(rows.length).toBeLessThan(35);
  });

  it('has no two values that may not stand together, and counts their pairs', () => {
    const { rows, pairs, excluded } = coveringArray([SIZES, LIMITS, COLORS], { seed: 'a', isAllowed: isWithin });
    expect(rows.filter((row) => !isWithin(row))).toEqual([]);
    expect({ pairs, excluded }).toEqual({ pairs: 14, excluded: 2 });
  });

  it('leaves out a pair that would leave a third factor without a value', () => {
    const middle = { name: 'middle', values: [1, 2] };
    const isOrdered = (row: Row) => isWithin(row) && !(row['middle'] === 1 && row['limit'] === 3);
    const isAllowed = (row: Row) => isOrdered(row) && !(row['middle'] === 2 && row['size'] === 3);
    const { rows, excluded } = coveringArray([SIZES, LIMITS, middle], { seed: 'a', isAllowed });
    expect(rows.filter(({ size }) => size === 3)).toEqual([]);
    expect(rows.every((row) => Object.keys(row).length === 3)).toBe(true);
    // Beside the four that may not stand together: size 3 with limit 3, size 3 and size 2 with middle 1.
    expect(excluded).toBe(7);
  });

  it('adds to rows that are there what they do not hold', () => {
    const before = [{ size: 1, color: 'red' }, { size: 2 }, { size: 9, color: 'blue' }];
    const { rows, pairs } = coveringArray([SIZES, COLORS], { seed: 'a', before });
    expect(pairs).toBe(5);
    expect(rows).toHaveLength(5);
  });

  it('has no row where two factors have no values that may stand together, and excludes the pairs of the others too', () => {
    const isAllowed = (row: Row) => !('size' in row && 'limit' in row);
    const none = coveringArray([SIZES, LIMITS, COLORS], { seed: 'a', isAllowed });
    expect(none).toEqual({ rows: [], pairs: 0, excluded: 16 });
  });

  it('is empty where there is no pair', () => {
    expect(coveringArray([], { seed: 'a' })).toEqual({ rows: [], pairs: 0, excluded: 0 });
    expect(coveringArray([SIZES], { seed: 'a' }).rows).toEqual([]);
    expect(coveringArray([SIZES, COLORS], { seed: 'a', isAllowed: () => false })).toEqual({
      rows: [],
      pairs: 0,
      excluded: 6,
    });
  });
});
