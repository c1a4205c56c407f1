import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { SHIPPED } from '../../emulator/testing/shipped-package.ts';
import { killTimes } from './kill-times.ts';

const { path } = scratchFolder();

it('loses nothing that it has acknowledged when it is killed', async () => {
  const losses = await killTimes(fileURLToPath(new URL('cli.js', SHIPPED)), path('data'), 5);
  expect(losses).toMatchObject({ kills: 5, lost: 0, doubled: 0, unreadable: 0 });
  expect(losses.acknowledged).toBeGreaterThan(0);
});
