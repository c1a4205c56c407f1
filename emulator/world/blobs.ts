import { drop, put } from '../domain/values/undo.ts';
import type { World } from './world.ts';

/** Counts one more row that needs these bytes. */
export function retainBlob(world: World, digest: string): void {
  put(world.state.blobUses, digest, (world.state.blobUses.get(digest) ?? 0) + 1);
}

/** Counts one row less; at none the bytes may be removed. */
export function releaseBlob(world: World, digest: string): void {
  const uses = (world.state.blobUses.get(digest) ?? 0) - 1;
  if (uses > 0) {
    put(world.state.blobUses, digest, uses);
    return;
  }
  drop(world.state.blobUses, digest);
  world.freed.add(digest);
}
