import { isMap } from '../is-map.ts';
import { isEqual } from './equal.ts';
import type { FunctionTable } from './function-table.ts';
import { compare, memberOf } from './values.ts';

type List = readonly unknown[];
type Map = Readonly<Record<string, unknown>>;

export const LIST_FUNCTIONS: FunctionTable = {
  reverse: [
    'list|text',
    'the other way round',
    'reverse([1, 2, 3])',
    (of: List | string) => (typeof of === 'string' ? [...of].reverse().join('') : of.toReversed()),
  ],
  merge: [
    'map...',
    'maps joined at every depth; what both have is that of the later',
    'merge({a: 1, b: {c: 1}}, {b: {d: 2}})',
    (...maps: Map[]) => maps.reduce(merged),
  ],
  concat: ['list|text...', 'lists, or texts, one after the other', 'concat([1], [2, 3])', concat],
  len: [
    'list|text|map',
    'how many elements, characters or members',
    'len([5, 6])',
    (of: List | string | Map) => (isMap(of) ? Object.keys(of).length : of.length),
  ],
  keys: ['map', 'the names of the members', 'keys({a: 1, b: 2})', Object.keys],
  values: ['map', 'the values of the members', 'values({a: 1, b: 2})', Object.values],
  first: ['list', 'the first element', 'first([5, 6])', (list: List) => list[0]],
  last: ['list', 'the last element', 'last([5, 6])', (list: List) => list.at(-1)],
  sort: ['list', 'in ascending order', 'sort([10, 9, 1])', sorted],
  unique: [
    'list',
    'without what is there already',
    'unique([1, 2, 1])',
    (list: List) => list.filter((item, index) => firstIndexOf(list, item) === index),
  ],
  pluck: [
    'list, text',
    'what stands at a path of each element',
    "pluck([{id: 1}, {id: 2}], 'id')",
    (list: List, path: string) => everyOne(list.map((item) => valueAt(item, path))),
  ],
  having: [
    'list, text, any',
    'the elements at whose path the value stands',
    "having([{id: 1}, {id: 2}], 'id', 2)",
    (list: List, path: string, value: unknown) => list.filter((item) => isEqual(valueAt(item, path), value)),
  ],
  flatten: ['list', 'the elements of the lists within', 'flatten([[1], [2, 3]])', (list: List) => list.flat()],
  count: [
    'list, any',
    'how often a value is in the list',
    'count([1, 2, 1], 1)',
    (list: List, value: unknown) => list.filter((item) => isEqual(item, value)).length,
  ],
  contains: [
    'list|text, any',
    'whether the list has the value, or the text the part',
    "contains('abc', 'bc')",
    (of: List | string, part: unknown) => contains(of, part),
  ],
  slice: [
    'list|text, number, number?',
    'from a position, and up to another',
    "slice('abc', 0, -1)",
    (of: List | string, from: number, to?: number) => of.slice(from, to),
  ],
  without: [
    'list|map, any...',
    'without these elements, or members of these names',
    "without({a: 1, b: 2}, 'a')",
    without,
  ],
  pick: ['map, text...', 'the members of these names alone', "pick({a: 1, b: 2}, 'b')", pick],
};

/** Merges maps at every depth; for any other member that both have, the second wins. */
function merged(base: Map, over: Map): Map {
  const joined = Object.entries(over).map(([key, value]): [string, unknown] => {
    const below = memberOf(base, key);
    return [key, isMap(below) && isMap(value) ? merged(below, value) : value];
  });
  return Object.fromEntries([...Object.entries(base), ...joined]);
}

function concat(...parts: (List | string)[]): unknown {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return parts.every((part) => typeof part !== 'string') ? parts.flat() : undefined;
}

/** Undefined if two elements cannot be compared. */
function sorted(list: List): unknown {
  const [first] = list;
  if (!list.every((item) => compare(first, item) !== null)) return list.length < 2 ? list : undefined;
  return list.toSorted((one, other) => compare(one, other) ?? 0);
}

function firstIndexOf(list: List, value: unknown): number {
  return list.findIndex((item) => isEqual(item, value));
}

/** The value at a path such as `json.data.object` or `data[0].id` in an element. */
function valueAt(item: unknown, path: string): unknown {
  const names = path.split(/\.|\[(\d+)\]/).filter(Boolean);
  return names.reduce(memberOf, item);
}

function everyOne(list: List): List | undefined {
  return list.includes(undefined) ? undefined : list;
}

function contains(of: List | string, part: unknown): boolean {
  return typeof of === 'string' ? typeof part === 'string' && of.includes(part) : firstIndexOf(of, part) !== -1;
}

function without(of: List | Map, ...left: unknown[]): unknown {
  if (!isMap(of)) return (of as List).filter((item) => firstIndexOf(left, item) === -1);
  return Object.fromEntries(Object.entries(of).filter(([key]) => !left.includes(key)));
}

function pick(map: Map, ...keys: string[]): Map {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(map, key)).map((key) => [key, map[key]]));
}
