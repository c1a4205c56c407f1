import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../adapters/files/memory-files.ts';
import { createEmulator } from '../index.ts';
import { openWorld } from '../testing/open-world.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import { requireSound } from './check-recovered.ts';

const { path } = scratchFolder();

describe('a data directory', () => {
  it('is not started on with a clock that no world has', async () => {
    const { emulator, host } = await openWorld({ dataDir: path('clock') });
    host.clock.change({ rate: -1 }, host.world.state.now);
    await emulator.close();
    await expect(createEmulator({ listen: false, dataDir: path('clock') })).rejects.toThrow(
      /is damaged: manifest\.json: worlds\[0\]\.clock\.rate must be/,
    );
  });

  it('is not started on where its next change has no number', () => {
    const recovered = { replicas: new Map(), recipes: new Map() };
    const numbers = { nextChange: Number.NaN, next: { world: 1, snapshot: 1 } };
    expect(() => requireSound(memoryFiles(), { ...recovered, ...numbers })).toThrow(/its numbers: nextChange must be/);
  });

  it.each([
    ['../../mine', {}, /how pictures are made again: \[0\]\[0\] must be a SHA-256/],
    ['A'.repeat(43), { source: null }, /how pictures are made again: \[0\]\[1\]\./],
  ])('is not started on with a recipe that is none: %s', (digest, recipe, says) => {
    const nothing = { replicas: new Map(), nextChange: 1, next: { world: 1, snapshot: 1 } };
    const recovered = { ...nothing, recipes: new Map([[digest, recipe as never]]) };
    expect(() => requireSound(memoryFiles(), recovered)).toThrow(says);
  });
});
