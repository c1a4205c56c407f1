import { expect, it } from 'vitest';
import { unknownFields } from './problem.ts';

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
