import { expect, it } from 'vitest';
import { median } from './median.ts';

it.each([
  [[3], 3],
  [[10, 9, 100], 10],
  [[4, 1, 3, 2], 3],
  [[], Number.NaN],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});
