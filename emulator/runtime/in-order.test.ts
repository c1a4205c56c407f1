import { describe, expect, it } from 'vitest';
import { createInOrder } from './delivery-lanes.ts';

/** The order in which results are handed back that arrive in another order. */
function handedBack(asked: readonly number[], come: readonly number[]): number[] {
  const order = createInOrder();
  const handed: number[] = [];
  for (const serial of asked) order.ask(serial);
  for (const serial of come) order.come(serial, () => handed.push(serial));
  return handed;
}

describe('results', () => {
  it('are handed back in the order in which they were requested', () => {
    expect(handedBack([3, 5, 7], [7, 3, 5])).toEqual([3, 5, 7]);
    expect(handedBack([3, 5, 7], [5, 7, 3])).toEqual([3, 5, 7]);
  });

  it('wait for earlier ones', () => {
    expect(handedBack([1, 2, 3], [2, 3])).toEqual([]);
    expect(handedBack([1, 2, 3], [1, 3])).toEqual([1]);
  });

  it('that were not requested are handed back at once', () => {
    expect(handedBack([1], [9])).toEqual([9]);
  });

  it('may request more when they are handed back, and clear the rest', () => {
    const order = createInOrder();
    const handed: string[] = [];
    order.ask(1);
    order.ask(2);
    order.come(2, () => handed.push('two'));
    order.come(1, () => {
      handed.push('one');
      order.ask(3);
      order.come(3, () => handed.push('three'));
    });
    expect(handed).toEqual(['one', 'two', 'three']);
    order.ask(4);
    order.ask(5);
    order.come(5, () => handed.push('five'));
    order.clear();
    order.come(4, () => handed.push('four'));
    expect(handed).toEqual(['one', 'two', 'three', 'four']);
  });
});
