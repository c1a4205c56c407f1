import { expect, it } from 'vitest';
import { unknownField, unknownFields } from './problem.ts';

it.each([
  ['kee', '', 'has no field kee; did you mean key? It has key, call'],
  ['zzz', '', 'has no field zzz: it has key, call'],
  ['zzz', '; does it belong elsewhere?', 'has no field zzz; does it belong elsewhere? It has key, call'],
])('of %s the unknown key is reported with what to write in its place%s', (key, hint, told) => {
  expect(unknownField(key, ['key', 'call'], hint)).toBe(told);
});

it('of very many the first are reported, and how many more there are', () => {
  const told = unknownFields(
    Array.from({ length: 20_000 }, (_, n) => `u${n}`),
    ['key'],
  );
  expect([told.length, told[0], told.at(-1)]).toEqual([
    51,
    'has no field u0: it has key',
    'has 19950 more fields that it should not have',
  ]);
});
