import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../adapters/files/memory-files.ts';
import { createEmulator } from '../index.ts';
import { openWorld } from '../testing/open-world.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import { requireSound } from './check-recovered.ts';

const { path } = scratchFolder();

describe('a data directory', () => {
  it('is refused if a world has an impossible clock', async () => {
    const { emulator, host } = await openWorld({ dataDir: path('clock') });
    host.clock.change({ rate: -1 }, host.world.state.now);
    await emulator.close();
    await expect(createEmulator({ listen: false, dataDir: path('clock') })).rejects.toThrow(
      /is damaged: manifest\.json: worlds\[0\]\.clock\.rate must be/,
    );
  });

  it('is refused if its next change has no number', () => {
    const numbers = { nextChange: Number.NaN, next: { world: 1, snapshot: 1 } };
    expect(() => requireSound(memoryFiles(), { replicas: new Map(), ...numbers })).toThrow(
      /its numbers: nextChange must be/,
    );
  });
});
