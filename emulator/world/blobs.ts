import type { World } from './world.ts';

/** One more row needs these bytes. */
export function retainBlob(world: World, digest: string): void {
  world.state.blobUses.set(digest, (world.state.blobUses.get(digest) ?? 0) + 1);
}

/** One row fewer needs them. At none they may be forgotten. */
export function releaseBlob(world: World, digest: string): void {
  const uses = (world.state.blobUses.get(digest) ?? 0) - 1;
  if (uses > 0) {
    world.state.blobUses.set(digest, uses);
    return;
  }
  world.state.blobUses.delete(digest);
  world.freed.push(digest);
}
