import { describe, expect, it } from 'vitest';
import { openQuestion } from '../../conformance/testing/open-question.ts';
import { pairRows } from './pair-rows.ts';
import { SMALL_TABLE } from './small-table.ts';

const { rows, pairs, excluded } = pairRows(SMALL_TABLE, 'a');
const namesIn = (row: (typeof rows)[number]) => row.choices.map(({ name }) => name);

describe('The rows of pairs', () => {
  it('contain each pair of choices of two questions, except conflicting ones', () => {
    // size 3 x limit 2 x code 2 x kept 2; size 2 is above limit 1, and nothing is kept of size 0.
    expect({ pairs, excluded }).toEqual({ pairs: 28, excluded: 2 });
    const held = rows.map(namesIn);
    expect(held.some((names) => names.includes('size=2') && names.includes('limit=1'))).toBe(false);
    expect(held.filter((names) => names.includes('kept=7200000')).every((names) => /size=/.test(`${names}`))).toBe(
      true,
    );
    expect(held.some((names) => names.includes('size=1') && names.includes('kept=7200000'))).toBe(true);
  });

  it('have choices with marks only in the last rows', () => {
    const isMarked = rows.map((row) => namesIn(row).includes('codes.gone=AWAY'));
    const first = isMarked.indexOf(true);
    expect(first).toBeGreaterThan(0);
    expect(isMarked.slice(first)).not.toContain(false);
    const unmarked = (some: typeof rows) =>
      some.flatMap((row) => pairsIn(namesIn(row).filter((name) => !name.startsWith('codes'))));
    expect(new Set(unmarked(rows.slice(0, first)))).toEqual(new Set(unmarked(rows)));
  });

  it('leave out choices that cannot be set', () => {
    expect(rows.flatMap(namesIn).filter((name) => name.startsWith('fixed'))).toEqual([]);
  });

  it('are the same for the same seed, and have names and digests', () => {
    expect(pairRows(SMALL_TABLE, 'a').rows).toEqual(rows);
    expect(rows.map(({ name }) => name)).toEqual(rows.map((_, index) => `row-${index + 1}`));
    expect(new Set(rows.map(({ digest }) => digest)).size).toBe(rows.length);
  });

  it('are empty for a single question', () => {
    expect(pairRows([openQuestion('size')], 'a')).toEqual({ rows: [], pairs: 0, excluded: 0 });
  });
});

function pairsIn(names: readonly string[]): string[] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} ${other}`));
}
