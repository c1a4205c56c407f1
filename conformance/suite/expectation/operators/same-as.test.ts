import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differences, isSame } from './same-as.ts';

const at = (value: unknown, pointer = '') => ({ value, pointer });

it('every JSON value is the same as itself, and as its serialized and parsed copy', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(differences(value, at(structuredClone(value)))).toEqual([]);
    }),
  );
});

it('is symmetric', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
      expect(isSame(one, at(other))).toBe(isSame(other, at(one)));
    }),
  );
});

it('reports each difference at its own place', () => {
  const found = differences({ a: 1, b: [1, 2], c: { d: null } }, at({ a: 2, b: [1, 3, 4], c: {}, e: 5 }, '/body'));
  expect(found.map(({ pointer }) => pointer)).toEqual(['/body/a', '/body/b/1', '/body/b', '/body/c/d', '/body/e']);
});

it('distinguishes null from an absent member, and a list from a map', () => {
  expect(isSame({ a: null }, at({}))).toBe(false);
  expect(isSame([], at({}))).toBe(false);
  expect(isSame('1', at(1))).toBe(false);
});

it('treats digits as a number only in headers', () => {
  expect(isSame(1, at('1', '/0/header/service-delivery-attempt'))).toBe(true);
  expect(isSame(1, at('1', '/body/id'))).toBe(false);
  expect(isSame(1, at('1 ', '/header/retry-after'))).toBe(false);
});

it('cuts a long text in its message', () => {
  const [mismatch] = differences('a', at('b'.repeat(1000)));
  expect(mismatch?.seen).toBe(`${'b'.repeat(300)}…`);
});
