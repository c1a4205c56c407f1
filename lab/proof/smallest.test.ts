import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestFailing } from './smallest.ts';

const ITEMS = Array.from({ length: 170 }, (_, item) => item);

describe('The smallest failing selection', () => {
  it('contains only what is needed, after few runs', async () => {
    let runs = 0;
    const found = await smallestFailing(ITEMS, async (some) => {
      runs += 1;
      return some.includes(20) && some.includes(150);
    });
    expect(found).toEqual([20, 150]);
    expect(runs).toBeLessThan(60);
  });

  it('is the only item if there is just one', async () => {
    expect(await smallestFailing(['a'], async () => true)).toEqual(['a']);
  });

  it('fails, but not without any of its items', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 5 }), async (needed) => {
        const fails = async (some: readonly number[]) => needed.every((item) => some.includes(item));
        const found = await smallestFailing(ITEMS.slice(0, 41), fails);
        expect(found).toEqual(needed.toSorted((one, other) => one - other));
      }),
    );
  });
});
