import { type Answer, type Call, refuse } from './answer.ts';
import { sidesOf } from './images.ts';
import { type Asset, isOf, type Key, newId, now, stamp, type World } from './world.ts';

export function upload({ world, key, headers, body }: Call): Answer {
  const { choice } = world;
  const declared = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const code = choice('codes.invalid_upload');
  if (body.length > choice('upload_max_bytes'))
    refuse(413, choice('codes.payload_too_large'), 'The picture is too large.');
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(declared))
    refuse(choice('unsupported_media_type_status'), code, 'Send a JPEG, PNG or WebP.', 'Content-Type');
  const sides = sidesOf(body, declared);
  if (sides === null)
    return refuse(choice('unreadable_image_status'), code, 'This is no picture of the declared type.');
  const asset = addAsset(world, key, { purpose: 'input', media_type: declared, bytes: body, ...sides, job: null });
  if (world.breaks('webp a pixel short') && declared === 'image/webp') asset.width -= 1;
  if (world.breaks('png sides swapped') && declared === 'image/png')
    [asset.width, asset.height] = [asset.height, asset.width];
  return { status: choice('upload_status'), body: assetView(world, asset) };
}

const MINUTE = 60_000;

type Picture = Pick<Asset, 'purpose' | 'media_type' | 'width' | 'height' | 'job'> & { bytes: Buffer };

export function addAsset(
  world: World,
  { account, environment }: Pick<Key, 'account' | 'environment'>,
  { bytes, ...picture }: Picture,
  expires = now(world) + world.choice('input_retention'),
): Asset {
  const id = newId(world, 'asset');
  const asset = { id, account, environment, ...picture, bytes, size: bytes.length, created: now(world), expires };
  world.assets.set(id, asset);
  return asset;
}

export function assetView(world: World, asset: Asset): Record<string, unknown> {
  const { id, purpose, media_type, size, width, height, created, expires, environment } = asset;
  return {
    created_at: stamp(world, created),
    expires_at: stamp(world, expires),
    media_type,
    height,
    width,
    size_bytes: size,
    id,
    purpose,
    ...livemode(world, environment),
    ...unknownFields(world),
  };
}

export function livemode(world: World, environment: Asset['environment']): { livemode?: boolean } {
  if (world.choice('livemode') === 'never') return {};
  return { livemode: environment === 'live' || world.breaks('test assets are live') };
}

export function unknownFields({ choice }: World): Record<string, unknown> {
  return choice('extra_fields') === 'everywhere'
    ? { _links: { self: null }, etag: 7, 'x-colour': ['é', { deep: {} }] }
    : {};
}

/** Spec 5.6: the caller's own asset. A foreign one is answered as one that never existed. */
export function readableAsset({ world, key, id }: Pick<Call, 'world' | 'key' | 'id'>): Asset {
  if (world.breaks('an asset id beyond ascii is a fault') && /[^ -~]/.test(id))
    refuse(500, world.choice('codes.internal_error'), 'This is our fault.');
  const asset = world.assets.get(id);
  if (asset !== undefined && isReadable(world, asset) && isOf(asset, key)) return asset;
  const isForeign =
    asset !== undefined && isReadable(world, asset) && world.breaks('a foreign asset is told from none');
  return refuse(404, 'ASSET_NOT_FOUND', isForeign ? 'There is no such asset here.' : 'There is no such asset.');
}

export function isReadable(world: World, { bytes, expires, purpose }: Asset): boolean {
  const early = purpose === 'input' && world.breaks('inputs expire a minute early') ? MINUTE : 0;
  const late = purpose === 'input' && world.breaks('inputs stay for another hour') ? 60 * MINUTE : 0;
  return bytes !== null && expires - early + late > now(world);
}

export function readAsset(call: Call): Answer {
  const asset = readableAsset(call);
  return { status: 200, body: assetView(call.world, asset) };
}

export function readContent(call: Call): Answer {
  const { world } = call;
  if (world.breaks('foreign content has another message') && !isOf(world.assets.get(call.id) ?? call.key, call.key))
    refuse(404, 'ASSET_NOT_FOUND', 'There is no such content.');
  const asset = contentAsset(call);
  if (asset?.bytes === null || asset === undefined) return refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  if (asset.purpose === 'input' && world.choice('input_content') === 'refuse')
    return refuse(404, 'ASSET_NOT_FOUND', 'Only results can be downloaded.');
  return { status: 200, headers: { 'content-type': asset.media_type }, body: asset.bytes };
}

function contentAsset(call: Call): Asset | undefined {
  const { world, id, key } = call;
  const asset = world.assets.get(id);
  if (world.breaks('content for everybody')) return asset;
  const isKept = asset !== undefined && isOf(asset, key) && world.breaks('content outlives its asset');
  return isKept ? asset : readableAsset(call);
}

export function deleteAsset({ world, key, id }: Call): Answer {
  const asset = world.assets.get(id);
  if (asset?.bytes === null && world.breaks('a foreign deleted asset is deleted again')) return { status: 204 };
  const mayDelete = asset !== undefined && (isOf(asset, key) || world.breaks('anybody deletes an asset'));
  const isLate = asset !== undefined && asset.expires <= now(world) && world.breaks('an expired asset is not deleted');
  if (!mayDelete || isLate) return refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  if (asset.purpose === 'result' && asset.bytes !== null) {
    if (world.breaks('a refused delete erases the result')) asset.bytes = null;
    refuse(409, 'ASSET_OWNED_BY_JOB', 'A result goes with its job.');
  }
  if (asset.bytes === null && world.breaks('a second delete is not found'))
    refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  asset.bytes = null;
  if (world.breaks('pictures go with their input')) eraseResultsOf(world, id);
  return { status: 204 };
}

function eraseResultsOf({ assets, jobs }: World, input: string): void {
  const made = [...jobs.values()].filter(({ body }) => body.inputs.some(({ asset_id }) => asset_id === input));
  for (const id of made.flatMap(({ results }) => results)) {
    const asset = assets.get(id);
    if (asset !== undefined) asset.bytes = null;
  }
}
