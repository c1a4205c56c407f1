import { describe, expect, it } from 'vitest';
import { emptyList, insertKey, keysAscending, removeKey } from './sorted-list.ts';
import { drop, noteUndo, put, wholly } from './undo.ts';

const broken = new Error('the change broke');

/** Makes a change that fails at its end. */
function attempt(change: () => void): void {
  const act = () =>
    wholly(() => {
      change();
      throw broken;
    });
  expect(act).toThrow(broken);
}

describe('a change', () => {
  it('is kept, and its result is returned, if nothing fails', () => {
    const table = new Map([['a', 1]]);
    const change = () => {
      put(table, 'b', 2);
      drop(table, 'a');
      return 'done';
    };
    expect(wholly(change)).toBe('done');
    expect(table).toEqual(new Map([['b', 2]]));
  });

  it('is rolled back in a table if it fails: new, changed and removed rows', () => {
    const table = new Map([
      ['a', 1],
      ['b', 2],
    ]);
    attempt(() => {
      put(table, 'a', 10);
      put(table, 'c', 3);
      put(table, 'c', 4);
      drop(table, 'b');
      drop(table, 'c');
      drop(table, 'never there');
    });
    expect(table).toEqual(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    );
  });

  it('is rolled back in a sorted list if it fails', () => {
    const list = emptyList();
    for (let at = 0; at < 2_000; at += 2) insertKey(list, [at, 'key']);
    const before = [...keysAscending(list)];
    attempt(() => {
      for (let at = 1; at < 2_000; at += 2) insertKey(list, [at, 'key']);
      for (let at = 0; at < 2_000; at += 3) removeKey(list, [at, 'key']);
      removeKey(list, [5_000, 'never there']);
    });
    expect([...keysAscending(list)]).toEqual(before);
  });

  it('is rolled back in reverse order, without undoing earlier steps', () => {
    const order: string[] = [];
    noteUndo(() => order.push('before'));
    attempt(() => {
      noteUndo(() => order.push('first'));
      noteUndo(() => order.push('second'));
    });
    expect(order).toEqual(['second', 'first']);
  });

  it('is rolled back with the change that contains it', () => {
    const table = new Map<string, number>();
    attempt(() => {
      put(table, 'outer', 1);
      wholly(() => put(table, 'inner', 2));
    });
    expect(table).toEqual(new Map());
  });
});
