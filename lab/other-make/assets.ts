import { type Answer, type Call, refuse } from './answer.ts';
import { noteAdmission } from './limits.ts';
import type { Pixels } from './pictures.ts';
import { type Asset, isOf, type Key, newId, now, scopeOf, stamp, type World } from './world.ts';

const HOUR = 3_600_000;

export function upload({ world, key, headers, body, picture }: Call): Answer {
  const { choice, breaks } = world;
  const declared = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const code = choice('codes.invalid_upload');
  if (body.length > choice('upload_max_bytes'))
    refuse(413, choice('codes.payload_too_large'), 'The picture is too large.');
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(declared))
    refuse(choice('unsupported_media_type_status'), code, 'Send a JPEG, PNG or WebP.', 'Content-Type');
  if (picture?.mediaType !== declared)
    return refuse(choice('unreadable_image_status'), code, 'This is no picture of the declared type.');
  const { width, height, pixels } = picture;
  const asset = addAsset(world, key, {
    ...{ purpose: 'input', media_type: declared, job: null, bytes: body, pixels },
    ...(declared === 'image/png' && breaks('png sides swapped') ? { width: height, height: width } : { width, height }),
  });
  if (breaks('an upload counts towards the admission limit')) noteAdmission(world, key.secret, now(world));
  if (declared === 'image/webp' && breaks('webp a pixel short')) asset.width -= 1;
  if (declared === 'image/jpeg' && breaks('the size of a JPEG is even')) asset.size += asset.size % 2;
  return { status: choice('upload_status'), body: assetView(world, asset) };
}

type Given = Pick<Asset, 'purpose' | 'media_type' | 'width' | 'height' | 'job'> & {
  bytes: Buffer;
  pixels: Pixels | null;
};

export function addAsset(
  world: World,
  { account, environment }: Pick<Key, 'account' | 'environment'>,
  given: Given,
  expires = now(world) + world.choice('input_retention'),
): Asset {
  const id = newId(world, 'asset');
  const asset = { id, account, environment, ...given, size: given.bytes.length, created: now(world), expires };
  world.assets.set(id, asset);
  return asset;
}

export function assetView(world: World, asset: Asset): Record<string, unknown> {
  const { id, purpose, media_type, size, width, height, created, expires, environment } = asset;
  const isLive = environment === 'live' || world.breaks('test assets are live');
  return {
    created_at: stamp(world, created),
    expires_at: stamp(world, expires),
    media_type,
    height,
    width,
    size_bytes: size,
    id,
    purpose,
    ...(world.choice('livemode') !== 'never' && { livemode: isLive }),
    ...unknownFields(world),
  };
}

export function unknownFields({ choice }: World): Record<string, unknown> {
  return choice('extra_fields') === 'everywhere'
    ? { _links: { self: null }, etag: 7, 'x-colour': ['é', { deep: {} }] }
    : {};
}

/** Spec 5.6: an asset of the caller. An asset of another account is answered as one that never existed. */
function readableAsset({ world, key, id }: Call): Asset & { bytes: Buffer } {
  if (world.breaks('an asset id beyond ascii is a fault') && /[^ -~]/.test(id))
    refuse(500, world.choice('codes.internal_error'), 'This is our fault.');
  const asset = world.assets.get(id);
  const isThere = asset !== undefined && isReadable(world, asset);
  if (isThere && isOf(asset, key)) return asset;
  const isNamed = isThere && world.breaks('a foreign asset differs from a missing one');
  return refuse(404, 'ASSET_NOT_FOUND', isNamed ? 'There is no such asset here.' : 'There is no such asset.');
}

export function isReadable<One extends Asset>(world: World, asset: One): asset is One & { bytes: Buffer } {
  return asset.bytes !== null && (asset.expires > now(world) || isKeptByUse(world, asset));
}

function isKeptByUse({ jobs, breaks }: World, { id, purpose }: Asset): boolean {
  if (purpose !== 'input' || !breaks('an input that was used outlives its expiry')) return false;
  return [...jobs.values()].some(({ body }) => body.inputs.some(({ asset_id }) => asset_id === id));
}

export function readAsset(call: Call): Answer {
  const { world } = call;
  const asset = readableAsset(call);
  const isInput =
    asset.purpose === 'result' && isOld(world, asset) && world.breaks('a result is an input after an hour');
  return { status: 200, body: { ...assetView(world, asset), ...(isInput && { purpose: 'input' }) } };
}

export function readContent(call: Call): Answer {
  const { world, id, key } = call;
  if (world.breaks('foreign content has another message') && !isOf(world.assets.get(id) ?? key, key))
    refuse(404, 'ASSET_NOT_FOUND', 'There is no such content.');
  const asset = readableAsset(call);
  const { purpose, media_type, bytes } = asset;
  if (DOWNLOADED.has(asset) && world.breaks('a result is downloaded once'))
    refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  checkDownload(world, asset, key);
  if (purpose === 'input' && world.choice('input_content') === 'refuse')
    return refuse(404, 'ASSET_NOT_FOUND', 'Only results can be downloaded.');
  DOWNLOADED.add(asset);
  return { status: 200, headers: { 'content-type': media_type }, body: bytes };
}

/** Refuses a download without the scope of its job, where that breaks the specification. */
function checkDownload({ jobs, breaks }: World, { job: id }: Asset, { scopes }: Key): void {
  const job = jobs.get(id ?? '');
  if (job === undefined || scopes.includes(scopeOf(job.operation)) || !breaks('a download needs the scope of its job'))
    return;
  refuse(403, 'INSUFFICIENT_SCOPE', `It needs ${scopeOf(job.operation)}.`);
}

/** The assets that a client has downloaded. */
const DOWNLOADED = new WeakSet<Asset>();

function isOld(world: World, { created }: Asset): boolean {
  return now(world) > created + HOUR;
}

/** Spec 3: erases the bytes, but remembers that the asset existed. */
export function deleteAsset({ world, key, id }: Call): Answer {
  const asset = erasableAsset(world, id, key);
  if (asset.purpose === 'result' && asset.bytes !== null) {
    if (isOld(world, asset) && world.breaks('a result is deleted after an hour')) return { status: 204 };
    refuse(409, 'ASSET_OWNED_BY_JOB', 'A result goes with its job.');
  }
  if (asset.expires <= now(world) && isForgotten(world, asset))
    refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  if (isQueued(world, asset) && world.breaks('the input of a queued job cannot be deleted'))
    refuse(409, 'ASSET_OWNED_BY_JOB', 'A job waits for it.');
  if (world.breaks('an asset is deleted with its twin')) eraseTwins(world, asset);
  asset.bytes = null;
  return { status: 204 };
}

/** The caller's own asset, whether or not it is still there. */
function erasableAsset(world: World, id: string, key: Key): Asset {
  const { assets, breaks } = world;
  const asset = assets.get(id);
  if (asset !== undefined && (isOf(asset, key) || isErasedFromTest(world, asset, key))) return asset;
  const isOwned = asset?.purpose === 'result' && asset.bytes !== null;
  if (isOwned && breaks('a foreign result is owned by its job'))
    refuse(409, 'ASSET_OWNED_BY_JOB', 'A result goes with its job.');
  return refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
}

function isErasedFromTest({ breaks }: World, { account }: Asset, key: Key): boolean {
  return account === key.account && key.environment === 'test' && breaks('a test key can delete live assets');
}

/** Whether an asset that has expired is not known any more, which breaks the specification. */
function isForgotten({ breaks }: World, { bytes }: Asset): boolean {
  const isErased = bytes === null && breaks('an asset deleted before its expiry is missing after it');
  return isErased || breaks('an expired asset cannot be deleted');
}

function eraseTwins({ assets }: World, asset: Asset): void {
  const { bytes } = asset;
  for (const other of assets.values())
    if (bytes !== null && isOf(other, asset) && other.purpose === 'input' && other.bytes?.equals(bytes))
      other.bytes = null;
}

function isQueued({ jobs }: World, { id }: Asset): boolean {
  const isOfIt = (input: { asset_id: string }) => input.asset_id === id;
  return [...jobs.values()].some(({ status, body }) => status === 'queued' && body.inputs.some(isOfIt));
}
