import { drop, put } from '../domain/values/undo.ts';
import type { World } from './world.ts';

/** Increments the number of rows that need these bytes. */
export function retainBlob(world: World, digest: string): void {
  put(world.state.blobUses, digest, (world.state.blobUses.get(digest) ?? 0) + 1);
}

/** Decrements it; at zero the bytes may be removed. */
export function releaseBlob(world: World, digest: string): void {
  const uses = (world.state.blobUses.get(digest) ?? 0) - 1;
  if (uses > 0) {
    put(world.state.blobUses, digest, uses);
    return;
  }
  drop(world.state.blobUses, digest);
  world.freed.add(digest);
}
