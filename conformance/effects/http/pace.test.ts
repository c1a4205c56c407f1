import { describe, expect, it } from 'vitest';
import { createPaces } from './pace.ts';

describe('A rate', () => {
  it('keeps parallel requests of a scenario together, and makes others wait', async () => {
    const waits: number[] = [];
    const paceOf = createPaces(2, { now: () => 0, sleep: async (milliseconds) => void waits.push(milliseconds) });
    const [one, two] = [paceOf(), paceOf()];
    await Promise.all([one.turn(), one.turn(), one.turn()]);
    await two.turn();
    await one.turn();
    expect(waits).toEqual([1_000, 1_500, 2_000]);
  });

  it('is unlimited by default', async () => {
    const paceOf = createPaces(null, { now: () => 0, sleep: () => Promise.reject(new Error('slept')) });
    await expect(paceOf().turn()).resolves.toBeUndefined();
  });
});
