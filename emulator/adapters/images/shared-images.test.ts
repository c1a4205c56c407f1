import { expect, it, vi } from 'vitest';
import { createInstantImages } from '../../testing/pictures/gated-images.ts';
import { lendImages } from './shared-images.ts';

it('images that are lent several times are created once, and closed after all borrowers have closed them', async () => {
  const close = vi.fn(async () => {});
  const create = vi.fn(() => ({ ...createInstantImages(), close }));
  const borrow = lendImages(create);
  const [one, other] = [borrow(), borrow()];
  await one.close();
  await one.close();
  expect([create.mock.calls.length, close.mock.calls.length]).toEqual([1, 0]);
  await other.close();
  expect(close).toHaveBeenCalledTimes(1);
  await borrow().close();
  expect([create.mock.calls.length, close.mock.calls.length]).toEqual([1, 2]);
});
