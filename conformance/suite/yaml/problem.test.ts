import { expect, it } from 'vitest';
import { unknownFields } from './problem.ts';

it('The first of very many problems are reported, together with the number of the others', () => {
  const problems = unknownFields(
    Array.from({ length: 20_000 }, (_, n) => `u${n}`),
    ['key'],
  );
  expect([problems.length, problems[0], problems.at(-1)]).toEqual([
    51,
    'has no field u0: it has key',
    'has 19950 more fields that it should not have',
  ]);
});
