import { expect, it } from 'vitest';
import { unknownField } from './unknown-field.ts';

it.each([
  ['kee', '', 'has no field kee; did you mean key? It has key, call'],
  ['zzz', '', 'has no field zzz: it has key, call'],
  ['zzz', '; does it belong elsewhere?', 'has no field zzz; does it belong elsewhere? It has key, call'],
])('of %s all that there is in its place is told%s', (key, hint, told) => {
  expect(unknownField(key, ['key', 'call'], hint)).toBe(told);
});
