import { expect, it } from 'vitest';
import { parseComparison } from './measure.ts';

it.each([
  ['>=0', 0, -1],
  ['> 5', 6, 5],
  ['<3', 2, 3],
  ['<= -1', -1, 0],
  ['==4', 4, 5],
  ['4', 4, 5],
  [4, 4, 5],
  ['1..100', 100, 101],
  ['-5..-1', -5, -6],
] as const)('%s holds of %d and not of %d', (text, right, wrong) => {
  const comparison = parseComparison(text);
  expect(comparison?.holds(right)).toBe(true);
  expect(comparison?.holds(wrong)).toBe(false);
});

it('any holds of every number', () => {
  expect(parseComparison('any')?.holds(-1e9)).toBe(true);
});

it.each(['=>0', '>', '5..1', '1..', '>=0 and <5', '', null, true])('%j is no comparison', (source) => {
  expect(parseComparison(source)).toBeNull();
});
