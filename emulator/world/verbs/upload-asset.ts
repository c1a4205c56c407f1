import { type Asset, digestAsSent } from '../../domain/asset.ts';
import { putAsset, scheduleExpiry } from '../assets.ts';
import { retainBlob } from '../blobs.ts';
import type { Caller } from '../caller.ts';
import type { ImageHeader } from '../ports.ts';
import { nextId, type World } from '../world.ts';

/** The facts of an image whose header was read; never its bytes. */
export type InspectedImage = ImageHeader & {
  sizeBytes: number;
  digest: string;
  /** Where the bytes are kept in another form than they came in. */
  sentDigest?: string;
};

export type UploadArguments = {
  caller: Caller;
  image: InspectedImage;
  /** Only where another upload under it is to answer the same asset. */
  idempotencyKey?: string;
};

/** Spec 4.1: an upload becomes an input asset, which expires by a timer. */
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

/** The asset that an upload answers in place of a new one, where a reading says that there is such a one. */
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
