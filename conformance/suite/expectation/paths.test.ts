import { describe, expect, it } from 'vitest';
import { parsePath, withoutPath } from '../../../shared/expression/paths.ts';
import { follow, valueAt } from './paths.ts';

const VIEW = {
  status: 200,
  header: { 'retry-after': '1' },
  body: {
    data: [{ id: 'a' }, { id: 'b' }],
    unit_costs: { 'skin.analyze': 2 },
    header: { Odd: 1 },
    'a/b~c': 1,
    first: 7,
  },
};

describe('A path', () => {
  it.each([
    ['status', 200],
    ['header.Retry-After', '1'],
    ["header['RETRY-AFTER']", '1'],
    ['body.header.Odd', 1],
    ['body.data[0].id', 'a'],
    ['body.data[5].id', undefined],
    ["body.unit_costs['skin.analyze']", 2],
    ['body.unit_costs["skin.analyze"]', 2],
    ['body.data.first.id', 'a'],
    ['body.data.last.id', 'b'],
    ['body.data.count', 2],
    ['body.data[*].id', ['a', 'b']],
    ['body.data.each.id', ['a', 'b']],
    ['body.first', 7],
    ['body.constructor', undefined],
    ['body.status.nothing.below', undefined],
  ])('%s leads to %j', (path, value) => {
    expect(valueAt(VIEW, path)).toEqual(value);
  });

  it.each(['', '.a', 'a.', 'a..b', 'a[', 'a[x]', 'a]', 'a[0', "['a"])('rejects %j', (text) => {
    expect(parsePath(text)).toBeNull();
  });

  it('gives a JSON pointer to its target', () => {
    const pointers = (path: string) =>
      follow(parsePath(path) ?? [], { value: VIEW, pointer: '' }).targets.map(({ pointer }) => pointer);
    expect(pointers('body.data[*].id')).toEqual(['/body/data/0/id', '/body/data/1/id']);
    expect(pointers('header.Retry-After')).toEqual(['/header/retry-after']);
    expect(pointers('body.data.last')).toEqual(['/body/data/1']);
    expect(pointers("body['a/b~c']")).toEqual(['/body/a~1b~0c']);
  });

  it('over every element of an empty list finds nothing to judge', () => {
    const { targets, finding } = follow(parsePath('each.status') ?? [], { value: [], pointer: '' });
    expect(targets).toEqual([]);
    expect(finding.untested).toHaveLength(1);
  });

  it('over every element of a value that is not a list is a mismatch', () => {
    const { finding } = follow(parsePath('body[*]') ?? [], { value: VIEW, pointer: '' });
    expect(finding.mismatches).toMatchObject([{ pointer: '/body', expected: 'a list' }]);
  });
});

it.each([
  ['a', { b: [{ c: 1 }] }],
  ['b[0].c', { a: 1, b: [{}] }],
  ['b[*].c', { a: 1, b: [{}] }],
  ['b.last', { a: 1, b: [] }],
  ['b', { a: 1 }],
  ['x.y', { a: 1, b: [{ c: 1 }] }],
])('removes only %s from a copy', (path, rest) => {
  const value = { a: 1, b: [{ c: 1 }] };
  expect(withoutPath(value, parsePath(path) ?? [])).toEqual(rest);
  expect(value).toEqual({ a: 1, b: [{ c: 1 }] });
});
