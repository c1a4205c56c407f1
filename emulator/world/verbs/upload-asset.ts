import { type Asset, digestAsSent } from '../../domain/asset.ts';
import { putAsset, scheduleExpiry } from '../assets.ts';
import { retainBlob } from '../blobs.ts';
import type { Caller } from '../caller.ts';
import type { ImageHeader } from '../ports.ts';
import { nextId, type World } from '../world.ts';

/** What is known about an image after reading its header, without its bytes. */
export type InspectedImage = ImageHeader & {
  sizeBytes: number;
  digest: string;
  /** Set if the bytes are stored in another form than they were sent. */
  sentDigest?: string;
};

export type UploadArguments = {
  caller: Caller;
  image: InspectedImage;
  /** Set only if a later upload with this key gets the same asset. */
  idempotencyKey?: string;
};

/** Spec 4.1: creates an input asset from an upload; a timer lets it expire. */
export function uploadAsset(world: World, args: UploadArguments): Asset {
  const earlier = earlierUpload(world, args);
  if (earlier !== undefined) return earlier;
  const { caller, image, idempotencyKey } = args;
  world.room?.requireUpload(image);
  const { now } = world.state;
  const id = nextId(world, 'asset');
  const expiresAt = world.rules.stamp(world.rules.inputExpiry(world.settings.readings, now));
  const asset: Asset = {
    id,
    owner: caller.owner,
    purpose: 'input',
    ...image,
    createdAt: world.rules.stamp(now),
    expiresAt,
    job: null,
    timer: scheduleExpiry(world, id, expiresAt),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  retainBlob(world, image.digest);
  putAsset(world, asset);
  return asset;
}

/** The existing asset that an upload returns instead of a new one, if a reading says so. */
function earlierUpload(world: World, { caller, image, idempotencyKey }: UploadArguments): Asset | undefined {
  const byPicture = world.settings.readings.repeated_upload === 'same_asset';
  if (!byPicture && idempotencyKey === undefined) return undefined;
  const { now, assets } = world.state;
  const own = [...assets.values()].filter(
    (asset) => asset.owner === caller.owner && asset.purpose === 'input' && world.rules.assetIsReadable(asset, now),
  );
  const underKey = own.find((asset) => idempotencyKey !== undefined && asset.idempotencyKey === idempotencyKey);
  return underKey ?? own.find((asset) => byPicture && digestAsSent(asset) === digestAsSent(image));
}
