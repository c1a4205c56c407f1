import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../adapters/files/memory-files.ts';
import { CONFIG, emulatorOn } from '../testing/kept-emulator.ts';
import { FACE } from '../testing/open-world.ts';
import { collectPictures } from './start-worlds.ts';

describe('the pictures that a recording begins with', () => {
  it('are loaded if they fit; otherwise the recording is refused with the remedy', async () => {
    const { client, emulator, host } = await emulatorOn(memoryFiles(), { ...CONFIG, memory: { picture_bytes: FACE } });
    await client.submitOn('makeup.apply');
    await emulator.clock.advance('1m');
    const { given_up } = emulator.memory.read();
    expect(given_up.pictures).toBe(1);
    const worlds = [{ host, snapshots: new Map() }];
    expect((await collectPictures(worlds, given_up.bytes)).size).toBe(2);
    const refused = collectPictures(worlds, given_up.bytes - 1);
    await expect(refused).rejects.toThrow(/recording cannot begin: .* not in memory; .*--memory picture_bytes=SIZE/);
  });
});
