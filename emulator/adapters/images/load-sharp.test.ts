import { expect, it } from 'vitest';
import { loadSharp } from './load-sharp.ts';

it('keeps no opened pictures for later, because each is opened only once', async () => {
  const sharp = await loadSharp();
  expect(sharp.cache().memory.max).toBe(0);
});
