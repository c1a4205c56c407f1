import { expect, it } from 'vitest';
import { edgeOf } from './requests.ts';

it.each([
  [40_000, 10_485_760],
  [40_000, 5_000_000],
  [1, 100],
  [16, 255],
  [16, 64],
  [400, 2_048],
  [1_000, 65_536],
  [1_000, 123_457],
])('The exact limit is found: from %i, %i', async (least, limit) => {
  let tries = 0;
  const found = await edgeOf({ least, most: limit * 3 }, async (figure) => {
    tries += 1;
    return figure <= limit;
  });
  expect(found).toBe(limit);
  expect(tries).toBeLessThan(45);
});

it('No limit is found if every value is accepted, or if none is', async () => {
  expect(await edgeOf({ least: 1, most: 100 }, async () => true)).toBeNull();
  expect(await edgeOf({ least: 1, most: 100 }, async () => false)).toBe(-1);
});
