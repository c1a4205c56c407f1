import { describe, expect, it } from 'vitest';
import { openWorld } from '../testing/open-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';
import { retainBlob } from '../world/blobs.ts';
import { schedule } from '../world/timers.ts';
import { nowIn } from './world-host.ts';

/** More than the maximum number of arguments of a call. */
const MANY = 130_000;

const open = () => openWorld({}, { images: createInstantImages() });

describe('a world with very many rows', () => {
  it('fires everything that is due at one instant in one advance', async () => {
    const { emulator, host } = await open();
    const due = nowIn(host) + 1_000;
    for (let timer = 0; timer < MANY; timer += 1) schedule(host.world, due, 'asset-expiry', 'asset_none');
    expect((await emulator.clock.advance('1s')).fired).toHaveLength(MANY);
  });

  it('releases the bytes of all rows when it is restored, or when a snapshot is removed', async () => {
    const { emulator, host, kept } = await open();
    for (let blob = 0; blob < MANY; blob += 1) {
      retainBlob(host.world, String(blob));
      kept.add(String(blob));
    }
    emulator.snapshots.save('full');
    emulator.reset();
    expect(kept.size).toBe(MANY);
    emulator.snapshots.remove('full');
    expect(kept.size).toBe(0);
  });
});
