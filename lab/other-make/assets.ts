import { type Answer, type Call, refuse } from './answer.ts';
import { sidesOf } from './images.ts';
import { type Asset, isOf, type Key, newId, now, stamp, type World } from './world.ts';

export function upload({ world, key, headers, body, pixels }: Call): Answer {
  const { choice } = world;
  const declared = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const code = choice('codes.invalid_upload');
  if (body.length > choice('upload_max_bytes'))
    refuse(413, choice('codes.payload_too_large'), 'The picture is too large.');
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(declared))
    refuse(choice('unsupported_media_type_status'), code, 'Send a JPEG, PNG or WebP.', 'Content-Type');
  const sides = sidesOf(body, declared);
  const isSquare = sides?.width === sides?.height && declared === 'image/png';
  if (sides === null || (isSquare && world.breaks('a square picture is none')))
    return refuse(choice('unreadable_image_status'), code, 'This is no picture of the declared type.');
  const isKnown = [...world.assets.values()].some((one) => isOf(one, key) && one.bytes?.equals(body));
  const asset = addAsset(world, key, {
    purpose: 'input',
    media_type: declared,
    bytes: body,
    pixels,
    ...sides,
    job: null,
  });
  if (world.breaks('webp a pixel short') && declared === 'image/webp') asset.width -= 1;
  if (world.breaks('png sides swapped') && declared === 'image/png')
    [asset.width, asset.height] = [asset.height, asset.width];
  const isShort = isKnown && world.breaks('the same picture again is an id');
  return { status: choice('upload_status'), body: isShort ? { id: asset.id } : assetView(world, asset) };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Picture = Pick<Asset, 'purpose' | 'media_type' | 'pixels' | 'width' | 'height' | 'job'> & { bytes: Buffer };

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
  const asset = assetNamed(world, id);
  if (asset !== undefined && isReadable(world, asset) && isOf(asset, key)) return asset;
  const isForeign =
    asset !== undefined && isReadable(world, asset) && world.breaks('a foreign asset is told from none');
  return refuse(404, 'ASSET_NOT_FOUND', isForeign ? 'There is no such asset here.' : 'There is no such asset.');
}

function assetNamed({ assets, breaks }: World, id: string): Asset | undefined {
  return assets.get(breaks('an id with more behind it is found') && !assets.has(id) ? id.slice(0, -1) : id);
}

export function isReadable(world: World, { bytes, erased, expires, purpose }: Asset): boolean {
  const early = purpose === 'input' && world.breaks('inputs expire a minute early') ? MINUTE : 0;
  const late = purpose === 'input' && world.breaks('inputs stay for another hour') ? 60 * MINUTE : 0;
  const isBack =
    world.breaks('a deleted input is back the next day') && erased !== undefined && erased + DAY < now(world);
  return isBack || (bytes !== null && expires - early + late > now(world));
}

export function readAsset(call: Call): Answer {
  const asset = readableAsset(call);
  const view = assetView(call.world, asset);
  const isOther = asset.purpose === 'result' && isOld(call.world, asset);
  return {
    status: 200,
    body: isOther && call.world.breaks('a result is an input after an hour') ? { ...view, purpose: 'input' } : view,
  };
}

/** Whether an asset is older than an hour. */
export function isOld(world: World, { created }: Asset): boolean {
  return now(world) > created + 60 * MINUTE;
}

export function deleteAsset({ world, key, id }: Call): Answer {
  const asset = world.assets.get(id);
  if (asset?.bytes === null && world.breaks('a foreign deleted asset is deleted again')) return { status: 204 };
  const mayDelete = asset !== undefined && (isOf(asset, key) || world.breaks('anybody deletes an asset'));
  const isLate = asset !== undefined && asset.expires <= now(world) && world.breaks('an expired asset is not deleted');
  if (!mayDelete || isLate) return refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  if (asset.purpose === 'result' && asset.bytes !== null) return deleteResult(world, asset, key);
  if (asset.bytes === null && world.breaks('a second delete is not found'))
    refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  const isUsed = [...world.jobs.values()].some(({ body }) => body.inputs.some((input) => input.asset_id === id));
  if (isUsed && world.breaks('a used input is not deleted')) refuse(409, 'ASSET_OWNED_BY_JOB', 'A job needs it.');
  eraseBytes(world, asset);
  if (world.breaks('pictures go with their input')) eraseResultsOf(world, id);
  return { status: 204 };
}

function deleteResult(world: World, asset: Asset, { scopes }: Key): Answer {
  const { breaks } = world;
  if (breaks('a result is deleted after an hour') && isOld(world, asset)) return { status: 204 };
  if (breaks('without a scope a result is deleted') && scopes.length === 0) return { status: 204 };
  if (breaks('a refused delete erases the result')) asset.bytes = null;
  return refuse(409, 'ASSET_OWNED_BY_JOB', 'A result goes with its job.');
}

/** Spec 3: the bytes go, and that it was there is remembered. */
export function eraseBytes(world: World, asset: Asset): void {
  if (asset.bytes === null) return;
  asset.erased = now(world);
  if (world.breaks('a deleted input is still served') || world.breaks('a deleted result is back the next day')) {
    asset.kept = asset.bytes;
  }
  asset.bytes = null;
}

function eraseResultsOf(world: World, input: string): void {
  const made = [...world.jobs.values()].filter(({ body }) => body.inputs.some(({ asset_id }) => asset_id === input));
  for (const id of made.flatMap(({ results }) => results)) {
    const asset = world.assets.get(id);
    if (asset !== undefined) eraseBytes(world, asset);
  }
}
