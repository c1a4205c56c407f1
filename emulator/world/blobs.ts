import { drop, put } from '../domain/undo.ts';
import type { World } from './world.ts';

/** One more row needs these bytes. */
export function retainBlob(world: World, digest: string): void {
  put(world.state.blobUses, digest, (world.state.blobUses.get(digest) ?? 0) + 1);
}

/** One row fewer needs them. At none they may be forgotten. */
export function releaseBlob(world: World, digest: string): void {
  const uses = (world.state.blobUses.get(digest) ?? 0) - 1;
  if (uses > 0) {
    put(world.state.blobUses, digest, uses);
    return;
  }
  drop(world.state.blobUses, digest);
  world.freed.add(digest);
}
