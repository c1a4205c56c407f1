import { expect, it } from 'vitest';
import { isDifferent, isPainted, paintedBy } from './painted.ts';

const product = (category: string, color: string, more: object = {}) => ({ category, color, ...more });
const [FACE, LIPS] = [product('foundation', '#caa184'), product('lipstick', '#a1304a')];

it.each<[string, unknown, unknown]>([
  ['another color', [FACE], [product('foundation', '#a1304a')]],
  ['one more product', [FACE], [FACE, LIPS]],
  ['another lower layer of another part', [FACE, LIPS], [product('foundation', '#203040'), LIPS]],
  ['a product of another part', [FACE], [LIPS]],
  ['the default opacity written out', [product('lipstick', '#112233', { opacity: 1 })], [LIPS]],
])('gives another picture with %s', (_, one, other) => {
  expect(isDifferent(paintedBy(one), paintedBy(other))).toBe(true);
  expect(isDifferent(paintedBy(other), paintedBy(one))).toBe(true);
});

it.each<[string, unknown, unknown]>([
  ['the same products', [FACE, LIPS], [FACE, LIPS]],
  ['a similar color', [FACE], [product('foundation', '#cca388')]],
  ['another opacity', [FACE], [product('foundation', '#a1304a', { opacity: 0.5 })]],
  ['lips below a foundation', [LIPS, FACE], [product('lipstick', '#112233'), FACE]],
  ['a lip liner below a lipstick', [product('lip_liner', '#112233'), LIPS], [LIPS]],
  ['another category for the same part', [LIPS], [product('lip_liner', '#112233')]],
  ['a color in another notation', [FACE], [product('foundation', 'red')]],
  ['a member that the specification does not name', [FACE], [product('foundation', '#a1304a', { blend: 0 })]],
  ['a category that the specification does not name', [FACE], [FACE, product('blush', '#a1304a')]],
  ['products that are not a list', [FACE], 'lipstick'],
])('may give the same picture with %s', (_, one, other) => {
  expect(isDifferent(paintedBy(one), paintedBy(other))).toBe(false);
  expect(isDifferent(paintedBy(other), paintedBy(one))).toBe(false);
});

it('shows a product that is not transparent, in each part', () => {
  const { face, lips } = paintedBy([FACE, product('lipstick', '#a1304a', { opacity: 0 })]);
  expect([isPainted(face), isPainted(lips)]).toEqual([true, false]);
});
