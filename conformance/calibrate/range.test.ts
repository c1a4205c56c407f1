import { describe, expect, it } from 'vitest';
import { likeliestIn, overlapOf, rangeOf } from './range.ts';

describe('A range', () => {
  it('is a pair of figures, of which the second may be missing', () => {
    expect(rangeOf([1, 2])).toEqual({ accepted: 1, refused: 2 });
    expect(rangeOf([1, null])).toEqual({ accepted: 1, refused: null });
    expect([rangeOf([1]), rangeOf(1), rangeOf(['1', 2]), rangeOf(null)]).toEqual([null, null, null, null]);
  });

  it.each([
    [65_100, 66_400, 65_536],
    [1_040_000, 1_060_000, 1_048_576],
    [990_000, 1_010_000, 1_000_000],
    [101_900, 103_000, 102_400],
    [1_500, 1_501, 1_500],
    [67_109_000, null, 134_217_728],
  ])('from %d to below %s is likeliest to have been meant as %d', (accepted, refused, figure) => {
    expect(likeliestIn({ accepted, refused })).toBe(figure);
  });

  it('overlaps with another where a figure is in both', () => {
    expect(overlapOf({ accepted: 1, refused: 5 }, { accepted: 3, refused: null })).toEqual({ accepted: 3, refused: 5 });
    expect(overlapOf({ accepted: 1, refused: 3 }, { accepted: 3, refused: 9 })).toBeNull();
  });
});
