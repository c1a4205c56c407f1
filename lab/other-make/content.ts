import { type Answer, type Call, refuse } from './answer.ts';
import { readableAsset } from './assets.ts';
import { type Asset, isOf, now } from './world.ts';

const DAY = 24 * 60 * 60 * 1000;

export function readContent(call: Call): Answer {
  const { world } = call;
  if (world.breaks('foreign content has another message') && !isOf(world.assets.get(call.id) ?? call.key, call.key))
    refuse(404, 'ASSET_NOT_FOUND', 'There is no such content.');
  const kept = keptBytes(call);
  if (kept !== null) return { status: 200, headers: { 'content-type': 'image/png' }, body: kept };
  const asset = contentAsset(call);
  if (asset?.bytes === null || asset === undefined) return refuse(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  if (asset.purpose === 'input' && world.choice('input_content') === 'refuse')
    return refuse(404, 'ASSET_NOT_FOUND', 'Only results can be downloaded.');
  const { 'if-none-match': tag } = call.headers;
  if (tag !== undefined && world.breaks('any tag of a picture is the right one')) return { status: 304 };
  return { status: 200, headers: { 'content-type': asset.media_type }, body: servedBytes(call, asset, asset.bytes) };
}

function contentAsset(call: Call): Asset | undefined {
  const { world, id, key } = call;
  const asset = world.assets.get(id);
  if (world.breaks('content for everybody')) return asset;
  const isKept = asset !== undefined && isOf(asset, key) && world.breaks('content outlives its asset');
  return isKept ? asset : readableAsset(call);
}

function servedBytes({ world, headers }: Call, { id, job }: Asset, bytes: Buffer): Buffer {
  const { breaks } = world;
  const isNotFirst = (world.jobs.get(job ?? '')?.results.indexOf(id) ?? 0) > 0;
  if (breaks('a picture lacks its last byte')) return bytes.subarray(0, -1);
  if (breaks('the first picture alone is whole') && isNotFirst) return bytes.subarray(0, bytes.length / 2);
  return breaks('a part is called the whole') && headers['range'] !== undefined ? bytes.subarray(0, 10) : bytes;
}

/** What is served of an asset that was deleted. */
function keptBytes({ world, key, id }: Call): Buffer | null {
  const asset = world.assets.get(id);
  if (asset?.kept === undefined || asset.erased === undefined || !isOf(asset, key)) return null;
  const isBack = asset.purpose === 'input' || asset.erased + DAY < now(world);
  return isBack ? asset.kept : null;
}
