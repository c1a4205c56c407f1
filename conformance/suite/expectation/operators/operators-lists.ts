import { type Path, parsePath } from '../../../../shared/expression/paths.ts';
import { parseInstant } from '../../../../shared/expression/quantities.ts';
import { itemsOf, type Node, plain } from '../../../../shared/yaml/node.ts';
import { field, node, readFields, word } from '../../yaml/fields.ts';
import {
  type Check,
  differing,
  heldIf,
  joined,
  ofList,
  shortened,
  type Target,
  untested,
  valueText,
  violated,
} from '../finding.ts';
import { elementsOf, follow } from '../paths.ts';
import { listOperand, pathAt } from './operand.ts';
import { type Context, refuse, type Table, type Use } from './operator.ts';
import { isSame } from './same-as.ts';

export const LISTS: Table = {
  ordered: {
    elsewhere: ['sorted', 'order'],
    about: 'each element stands where its values put it; `strict` allows no two alike',
    argument: 'by: a path or several, direction: asc or desc, strict: true or false',
    example: ['{ordered: {by: at, direction: desc}}', [{ at: 2 }, { at: 1 }], [{ at: 1 }, { at: 2 }]],
    compile: ordered,
  },
  same_set_as: {
    about: 'the same elements, in whatever order',
    argument: 'a list',
    example: ['{same_set_as: [a, b]}', ['b', 'a'], ['a']],
    compile: sameSetAs,
  },
  unique: {
    about: 'no two elements alike, or alike at a path',
    argument: 'true, or a path',
    example: ['{unique: id}', [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 1 }]],
    compile: unique,
  },
};

const ORDERED = {
  by: field('a path, or several', node('path, or a list of them')),
  direction: field('asc or desc', word(['asc', 'desc'])),
  strict: field('true: no two alike', word([true, false])),
};

function ordered({ node, context }: Use): Check {
  const order = readOrder(node, context);
  return ofList((list, { pointer }) => {
    const elements = elementsOf(list, pointer);
    if (elements.length < 2) return untested(`${pointer || 'the list'} has fewer than two elements to order`);
    return joined(elements.slice(1).map((element, index) => inOrder(elements[index] ?? element, element, order)));
  });
}

type Order = { paths: readonly Path[]; names: string; sign: 1 | -1; isStrict: boolean };

function readOrder(of: Node, { problems }: Context): Order {
  const { by, direction = 'asc', strict = false } = readFields(of, ORDERED, 'ordered', problems);
  const names = itemsOf(by).map((name) => String(plain(name)));
  const paths = itemsOf(by).map((name) => pathAt(name, { problems }));
  return { paths, names: names.join(', ') || 'value', sign: direction === 'asc' ? 1 : -1, isStrict: strict };
}

function inOrder(earlier: Target, later: Target, { paths, names, sign, isStrict }: Order) {
  const differences = (paths.length === 0 ? [[]] : paths).map((path) => compare(at(earlier, path), at(later, path)));
  const first = differences.find((difference) => difference !== 0) ?? 0;
  const isRight = first === 0 ? !isStrict : first * sign < 0;
  const direction = sign > 0 ? 'ascending' : 'descending';
  const expected = () => `after ${placed(earlier, paths)} at ${earlier.pointer}, ${direction} by ${names}`;
  return heldIf(isRight, { ...later, value: placed(later, paths) }, expected);
}

/** `job_1 (2026-01-01T00:00:00Z)`: identifies an element, with the values that determine its position. */
function placed({ value, pointer }: Target, paths: readonly Path[]): string {
  const target = { value, pointer };
  const id = Object(value)['id'];
  const values = (paths.length === 0 ? [[]] : paths).map((path) => at(target, path)).filter((one) => one !== id);
  const shownValues = values.map((one) => (typeof one === 'string' ? one : valueText(one))).join(', ');
  if (typeof id !== 'string') return shownValues;
  return shownValues === '' ? id : `${id} (${shownValues})`;
}

function at(target: Target, path: Path): unknown {
  return follow(path, target).targets[0]?.value;
}

/** Negative if the first comes before the other; NaN if they cannot be compared. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return Number.NaN;
  const [from, to] = [parseInstant(one), parseInstant(other)];
  if (from !== null && to !== null) return from - to;
  return one === other ? 0 : one < other ? -1 : 1;
}

function sameSetAs({ node, context }: Use): Check {
  const wanted = listOperand(node, context);
  return ofList((list, target, scope) => {
    const expected = wanted(scope);
    const elements = elementsOf(list, target.pointer);
    const missing = expected.filter((value) => !elements.some((element) => isSame(value, element)));
    const extra = elements.filter((element) => !expected.some((value) => isSame(value, element)));
    const lacks = missing.map((value) => ({
      pointer: target.pointer,
      expected: `${valueText(value)} in it`,
      seen: shortened(target.value),
    }));
    return joined([differing(lacks), ...extra.map((element) => violated(element, 'none beside the expected'))]);
  });
}

function unique({ node, context }: Use): Check {
  const value = plain(node);
  const path = value === true ? [] : parsePath(typeof value === 'string' ? value : '');
  if (path === null) return refuse(context, node.place, 'unique must be true, or the path of what may not be alike');
  return ofList((list, { pointer }) => {
    if (list.length < 2) return untested(`${pointer || 'the list'} has fewer than two elements to compare`);
    const repeated = repeatsIn(elementsOf(list, pointer), path);
    return joined(repeated.map((element) => violated(element, 'unlike every element before it')));
  });
}

/** Returns the elements whose value at the path equals that of an earlier element. Ignores elements without a value. */
function repeatsIn(elements: readonly Target[], path: Path): Target[] {
  const earlier = new Set<string>();
  return elements.filter((element) => {
    const value = at(element, path);
    const key = canonical(value);
    if (value !== undefined && earlier.has(key)) return true;
    earlier.add(key);
    return false;
  });
}

/** Returns the same text for equal values, whatever the order of their members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}
