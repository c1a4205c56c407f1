import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveringArray } from './covering-array.ts';
import type { Factor, Row } from './pair-grid.ts';

/** Up to six factors of one to four values, and pairs of values that are not allowed together. */
const cases = fc
  .record({
    sizes: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 }),
    barred: fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(5), fc.nat(3)), { maxLength: 8 }),
    seed: fc.string(),
  })
  .map(({ sizes, barred, seed }) => {
    const factors = sizes.map((count, factor) => factorOf(`f${factor}`, count));
    const isAllowed = (row: Row) =>
      !barred.some(([one, x, other, y]) => one !== other && row[`f${one}`] === x && row[`f${other}`] === y);
    return { factors, seed, isAllowed };
  });

describe('A covering array', () => {
  it('contains each pair that an allowed row can contain, only in allowed rows, and with a value for each factor', () => {
    fc.assert(
      fc.property(cases, ({ factors, seed, isAllowed }) => {
        const { rows, pairs, excluded } = coveringArray(factors, { seed, isAllowed });
        const possible = pairsOf(everyRow(factors).filter(isAllowed));
        expect(rows.filter((row) => !isAllowed(row) || Object.keys(row).length !== factors.length)).toEqual([]);
        expect([...pairsOf(rows)].sort()).toEqual([...possible].sort());
        expect(pairs).toBe(possible.size);
        expect(pairs + excluded).toBe(pairsOf(everyRow(factors)).size);
      }),
    );
  });

  it('is the same for the same seed, and needs no further row in addition to its own', () => {
    fc.assert(
      fc.property(cases, ({ factors, ...options }) => {
        const { rows, ...rest } = coveringArray(factors, options);
        expect(coveringArray(factors, options)).toEqual({ rows, ...rest });
        expect(coveringArray(factors, { ...options, before: rows })).toMatchObject({ rows: [], pairs: 0 });
      }),
    );
  });

  it('is much smaller than all combinations', () => {
    const factors = Array.from({ length: 60 }, (_, factor) => factorOf(`f${factor}`, 3));
    const { rows, pairs } = coveringArray(factors, { seed: 'a' });
    expect(pairs).toBe(15_930);
    expect(rows.length).toBeLessThan(35);
  });

  it('adds only the missing pairs to given rows, which may be partial or have unknown values', () => {
    const before = [{ f0: 0, f1: 0 }, { f0: 1 }, { f0: 9, f1: 1 }];
    const { rows, pairs } = coveringArray([factorOf('f0', 3), factorOf('f1', 2)], { seed: 'a', before });
    expect([rows.length, pairs]).toEqual([5, 5]);
  });
});

function factorOf(name: string, count: number): Factor {
  return { name, values: Array.from({ length: count }, (_, value) => value) };
}

function everyRow(factors: readonly Factor[]): Row[] {
  return factors.reduce<Row[]>(
    (rows, { name, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

function pairsOf(rows: readonly Row[]): Set<string> {
  return new Set(
    rows.flatMap((row) => {
      const cells = Object.entries(row).map(([name, value]) => `${name}=${value}`);
      return cells.flatMap((one, index) => cells.slice(index + 1).map((other) => `${one} ${other}`));
    }),
  );
}
