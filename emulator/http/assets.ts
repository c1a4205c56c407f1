import type { Asset } from '../domain/asset.ts';
import { ApiError } from '../domain/errors.ts';
import { bytesOf } from '../runtime/make-images.ts';
import { execute } from '../runtime/world-host.ts';
import { assetNotFound, findAsset } from '../world/find.ts';
import type { WireAnswer } from '../world/wire.ts';
import { json, noContent } from './answer.ts';
import type { ApiRequest } from './request.ts';
import { requireStillThere } from './still-there.ts';

export function readAsset({ host, caller, account, id }: ApiRequest): WireAnswer {
  const asset = findAsset(host.world, caller.owner, id);
  return json(200, host.world.rules.assetBody(asset, account.hasTestKey));
}

/** Readings 6 and 7: returns the bytes of results, and those of inputs only if the reading says so. */
export function downloadAsset(request: ApiRequest): WireAnswer | Promise<WireAnswer> {
  const { host, caller, id, headers: sent } = request;
  const { images, blobs } = host.ports;
  const asset = findAsset(host.world, caller.owner, id);
  const kept = blobs.get(asset.digest);
  const isThere = kept !== undefined || blobs.sourceOf(asset.digest) !== undefined;
  if (!host.world.rules.contentIsServed(asset)) throw assetNotFound(asset.id);
  if (!isThere) throw new ApiError('internal_error', { because: lostPicture(asset) });
  const etag = `"${asset.digest}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' };
  const isKnown = host.world.rules.tagMatches(sent['if-none-match'], etag);
  if (isKnown) return { status: 304, headers, body: null };
  const show = (body: Uint8Array): WireAnswer => ({
    status: 200,
    headers: { 'Content-Type': asset.mediaType, ...headers },
    body,
  });
  if (kept !== undefined) return show(kept);
  return Promise.resolve(bytesOf({ images, blobs }, asset.digest)).then((made) => {
    requireStillThere(request);
    if (made === undefined) throw assetNotFound(asset.id);
    return show(made);
  });
}

/** The bytes were lost with a part of the data directory. */
function lostPicture({ id, digest }: Asset) {
  return { rule: 'DATA-KEPT', section: '-', compared: { asset: id, lost: digest } };
}

export function deleteAsset({ host, caller, id }: ApiRequest): WireAnswer {
  execute(host, 'delete_asset', { caller, asset: id });
  return noContent();
}
