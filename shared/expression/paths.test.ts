import { describe, expect, it } from 'vitest';
import { type PathChange, parsePath, withChange } from './paths.ts';

const twice: PathChange = (was) => (typeof was === 'number' ? was * 2 : undefined);
const within: PathChange = (_, whole) => Object.keys(whole ?? {}).join();

it('a text that is longer than any path is none', () => {
  expect([parsePath('a.'.repeat(400).slice(0, -1))?.length, parsePath('a.'.repeat(600).slice(0, -1))]).toEqual([
    400,
    null,
  ]);
});

describe('a changed value at a path', () => {
  it.each<[path: string, target: unknown, change: PathChange, expected: unknown]>([
    ['a.b', { a: { b: 1 }, c: 2 }, twice, { a: { b: 2 }, c: 2 }],
    ['a.b', { a: null }, twice, { a: null }],
    ['a.b', {}, () => 1, { a: { b: 1 } }],
    ['a', { a: 1 }, () => null, { a: null }],
    ['a[*].b', { a: [{ b: 1 }, {}, { b: 3 }] }, twice, { a: [{ b: 2 }, {}, { b: 6 }] }],
    ['a[1]', { a: [1, 2, 3] }, twice, { a: [1, 4, 3] }],
    ['a.last', { a: [1, 2, 3] }, twice, { a: [1, 2, 6] }],
    ['a.first', { a: [] }, () => 1, { a: [] }],
    ['a[*]', { a: 'text' }, () => 1, { a: 'text' }],
    ['a[*].b', { a: [{ c: 1, d: 2 }] }, within, { a: [{ c: 1, d: 2, b: 'c,d' }] }],
  ])('%s of %j', (text, target, change, expected) => {
    expect(withChange(target, parsePath(text) ?? [], change)).toEqual(expected);
  });
});
