import { expect, it } from 'vitest';
import { drawCompositions, familyOf, KINDS, settingsOf } from './composition.ts';

const drawn = KINDS.filter(({ isUndrawn }) => isUndrawn !== true);

it('Of 100 runs, each kind is in at least 8', () => {
  const runs = drawCompositions(drawn, 100, 'test');
  const rare = drawn.filter((kind) => runs.filter((kinds) => kinds.includes(kind)).length < 8);
  expect(rare.map(({ name }) => name)).toEqual([]);
});

it('Six runs play every family, and every composition can be set', () => {
  const runs = drawCompositions(drawn, 6, 'test');
  expect(runs.every((kinds) => settingsOf(kinds) !== null)).toBe(true);
  expect(new Set(runs.flat().map(familyOf))).toEqual(new Set(drawn.map(familyOf)));
});

it('Two kinds that set the same cannot be combined, except styles of ids', () => {
  const named = (...names: string[]) => settingsOf(KINDS.filter(({ name }) => names.includes(name)));
  expect(named('framing=chunked', 'http=1.0')).toBeNull();
  expect(named('ids=digits', 'ids=long')?.ids).toEqual(['digits', 'long']);
});
