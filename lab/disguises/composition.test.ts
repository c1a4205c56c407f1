import { expect, it } from 'vitest';
import { drawCompositions } from './composition.ts';
import { KINDS, settingsOf } from './kinds.ts';

it('Of 100 runs, each kind is in at least 8', () => {
  const runs = drawCompositions(KINDS, 100, 'test');
  const rare = KINDS.filter((kind) => runs.filter((kinds) => kinds.includes(kind)).length < 8);
  expect(rare.map(({ name }) => name)).toEqual([]);
});

it.each(['a', 'b', 'c'])('Six runs play every family, and every composition can be set, with seed %s', (seed) => {
  const runs = drawCompositions(KINDS, 6, seed);
  expect(runs.every((kinds) => settingsOf(kinds) !== null)).toBe(true);
  expect(new Set(runs.flat().map(({ family }) => family))).toEqual(new Set(KINDS.map(({ family }) => family)));
});

it('Two kinds that set the same cannot be combined, except styles of ids', () => {
  const named = (...names: string[]) => settingsOf(KINDS.filter(({ name }) => names.includes(name)));
  expect(named('framing=chunked', 'http=1.0')).toBeNull();
  expect(named('ids=digits', 'ids=long')?.ids).toEqual(['digits', 'long']);
});
