import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQueue } from './queue.ts';

describe('a queue', () => {
  it('returns items in the order in which they were added, whatever is added in between', () => {
    const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: -3_000, max: -1 })));
    fc.assert(
      fc.property(steps, (counts) => {
        const queue = createQueue<number>();
        const given: (number | undefined)[] = [];
        let added = 0;
        for (const count of counts) {
          for (let one = 0; one < count; one += 1) queue.add(added++);
          for (let one = Math.min(-count, queue.size()); one > 0; one -= 1) given.push(queue.take());
        }
        expect(queue.size()).toBe(added - given.length);
        expect(given).toEqual(Array.from(given, (_, index) => index));
      }),
      { numRuns: 20 },
    );
  });

  it('returns nothing when it is empty or was cleared', () => {
    const queue = createQueue<string>();
    expect([queue.take(), queue.size()]).toEqual([undefined, 0]);
    queue.add('a');
    queue.add('b');
    expect(queue.take()).toBe('a');
    queue.clear();
    expect([queue.take(), queue.size()]).toEqual([undefined, 0]);
    queue.add('c');
    expect(queue.take()).toBe('c');
  });
});
