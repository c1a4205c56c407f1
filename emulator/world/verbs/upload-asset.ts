import type { Asset } from '../../domain/asset.ts';
import { putAsset } from '../assets.ts';
import { retainBlob } from '../blobs.ts';
import type { Caller } from '../caller.ts';
import type { ImageHeader } from '../ports.ts';
import { schedule } from '../timers.ts';
import { nextId, type World } from '../world.ts';

/** The facts of an image whose header was read; never its bytes. */
export type InspectedImage = ImageHeader & { sizeBytes: number; digest: string };

/** Spec 4.1: an upload becomes an input asset, which expires by a timer. */
export function uploadAsset(world: World, { caller, image }: { caller: Caller; image: InspectedImage }): Asset {
  const { now } = world.state;
  const id = nextId(world, 'asset');
  const expiresAt = world.rules.inputExpiry(world.settings.readings, now);
  const asset: Asset = {
    id,
    owner: caller.owner,
    purpose: 'input',
    ...image,
    createdAt: now,
    expiresAt,
    job: null,
    timer: schedule(world, expiresAt, 'asset-expiry', id),
  };
  retainBlob(world, image.digest);
  putAsset(world, asset);
  return asset;
}
