import type { Asset, Tombstone } from '../domain/asset.ts';
import { insertKey, removeKey } from '../domain/values/sorted-list.ts';
import type { Instant } from '../domain/values/time.ts';
import { drop, put } from '../domain/values/undo.ts';
import { releaseBlob } from './blobs.ts';
import { schedule, unschedule } from './timers.ts';
import { forgetLapsed } from './verbs/forget-lapsed.ts';
import { listNamed, type World } from './world.ts';

export function putAsset(world: World, asset: Asset): void {
  put(world.state.assets, asset.id, asset);
  insertKey(listNamed(world.state.assetOrder, orderName(asset)), [asset.createdAt, asset.id]);
}

/** Schedules the erasure of an input at its expiry. */
export function scheduleExpiry(world: World, id: string, expiresAt: Instant): number {
  return schedule(world, world.rules.assetGoneAt(expiresAt), 'asset-expiry', id);
}

/** Erases the bytes of an asset and keeps a tombstone for later calls. */
export function eraseAsset(world: World, asset: Asset, cause: Tombstone['cause']): void {
  unschedule(world, asset.timer);
  releaseBlob(world, asset.digest);
  drop(world.state.assets, asset.id);
  removeKey(listNamed(world.state.assetOrder, orderName(asset)), [asset.createdAt, asset.id]);
  forgetLapsed(world);
  put(world.state.tombstones, asset.id, {
    owner: asset.owner,
    cause,
    operation: null,
    purpose: asset.purpose,
    since: world.state.now,
  });
}

/** The asset or tombstone with an id, if it belongs to this owner (spec 5.6). */
export function lookUpAsset(world: World, owner: string, id: string): Asset | Tombstone | undefined {
  const tombstone = world.state.tombstones.get(id);
  const asset = world.state.assets.get(id) ?? (tombstone?.operation === null ? tombstone : undefined);
  return asset !== undefined && world.rules.isOwn(asset, owner) ? asset : undefined;
}

function orderName(asset: Asset): string {
  return `${asset.owner}/${asset.purpose}`;
}
