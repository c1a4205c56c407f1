import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareKeys,
  copyList,
  emptyList,
  firstKey,
  insertKey,
  keysBelow,
  mergedBelow,
  removeKey,
  type SortedList,
  type SortKey,
} from './sorted-list.ts';

type Step = { change: 'insert' | 'remove'; key: SortKey };

/** The plain array that a list must agree with. Keys are unique, like ids and serials. */
function apply(model: SortKey[], list: SortedList, { change, key }: Step): void {
  const index = model.findIndex((other) => compareKeys(other, key) === 0);
  if (change === 'insert' && index === -1) {
    model.push(key);
    model.sort(compareKeys);
    insertKey(list, key);
  }
  if (change === 'remove') {
    if (index !== -1) model.splice(index, 1);
    removeKey(list, key);
  }
}

function listOf(keys: readonly SortKey[]): SortedList {
  const list = emptyList();
  for (const key of keys) insertKey(list, key);
  return list;
}

const below = (model: readonly SortKey[], before: SortKey | null) =>
  model.filter((key) => before === null || compareKeys(key, before) < 0).toReversed();

const ids = 'abcdefgh'.split('');
const key = fc.tuple(fc.nat({ max: 40 }), fc.constantFrom(...ids)) as fc.Arbitrary<SortKey>;
const steps = fc.array(fc.record({ change: fc.constantFrom('insert', 'insert', 'remove'), key }), {
  size: 'max',
  maxLength: 300,
}) as fc.Arbitrary<Step[]>;
const keys = fc.uniqueArray(key, { comparator: (left, right) => compareKeys(left, right) === 0, maxLength: 60 });

/** Keys for many chunks, inserted in ascending, descending or mixed order. */
const longKeys = fc
  .record({ size: fc.constantFrom(63, 64, 65, 128, 129, 700), order: fc.constantFrom('up', 'down', 'mixed') })
  .map(({ size, order }) => {
    const ascending = Array.from({ length: size }, (_, index): SortKey => [index >> 2, index]);
    if (order === 'down') return ascending.toReversed();
    return order === 'up'
      ? ascending
      : ascending.toSorted((a, b) => ((Number(a[1]) * 617) % size) - ((Number(b[1]) * 617) % size));
  });
/** A key in any chunk of such a list. */
const farKey = fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 800 })) as fc.Arbitrary<SortKey>;

describe('a sorted list', () => {
  it('agrees with a plain sorted array after any insertions and removals', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const [model, list]: [SortKey[], SortedList] = [[], emptyList()];
        for (const step of script) apply(model, list, step);
        expect([...keysBelow(list, null)]).toEqual(below(model, null));
        expect(firstKey(list)).toEqual(model[0]);
      }),
    );
  });

  it('stays in order over many chunks, and can be emptied completely', () => {
    fc.assert(
      fc.property(longKeys, fc.integer({ min: 2, max: 7 }), (inserted, nth) => {
        const list = listOf(inserted);
        const model = inserted.toSorted(compareKeys);
        expect([...keysBelow(list, null)]).toEqual(below(model, null));
        for (const key of inserted.filter((_, index) => index % nth !== 0)) removeKey(list, key);
        const left = inserted.filter((_, index) => index % nth === 0);
        expect([...keysBelow(list, null)]).toEqual(below(left.toSorted(compareKeys), null));
        for (const key of left) removeKey(list, key);
        expect(list).toEqual(emptyList());
        expect(firstKey(list)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  it('returns the keys below any key, largest first, even if that key does not exist', () => {
    fc.assert(
      fc.property(fc.oneof(keys, longKeys), fc.oneof(key, farKey), (inserted, before) => {
        expect([...keysBelow(listOf(inserted), before)]).toEqual(below(inserted.toSorted(compareKeys), before));
      }),
    );
  });

  it('sorts every key of an instant after the empty name at that instant', () => {
    const list = listOf([
      [1, 'a'],
      [2, 'a'],
      [2, 'b'],
    ]);
    expect([...keysBelow(list, [2, ''])]).toEqual([[1, 'a']]);
  });
});

describe('several sorted lists', () => {
  it('merge into the same keys as one list of all their keys', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 5 }), fc.option(key), (inserted, count, before) => {
        const lists = Array.from({ length: count }, (_, list) =>
          listOf(inserted.filter((_, index) => (index * 7) % count === list)),
        );
        expect([...mergedBelow(lists, before)]).toEqual(below(inserted.toSorted(compareKeys), before));
      }),
    );
  });
});

describe('a copy of a sorted list', () => {
  it('is independent of the original, in both directions', () => {
    fc.assert(
      fc.property(steps, steps, steps, (script, onCopy, onOriginal) => {
        const [model, list]: [SortKey[], SortedList] = [[], emptyList()];
        for (const step of script) apply(model, list, step);
        const [copiedModel, copy] = [[...model], copyList(list)];
        expect(copy).toEqual(list);
        for (const step of onCopy) apply(copiedModel, copy, step);
        for (const step of onOriginal) apply(model, list, step);
        expect([...keysBelow(list, null)]).toEqual(below(model, null));
        expect([...keysBelow(copy, null)]).toEqual(below(copiedModel, null));
      }),
      { numRuns: 50 },
    );
  });
});
