import type { Asset } from '../domain/asset.ts';
import { ApiError } from '../domain/errors.ts';
import type { MediaType } from '../domain/vocabulary.ts';
import { bytesOf } from '../runtime/make-images.ts';
import { execute } from '../runtime/world-host.ts';
import { lookUpAsset } from '../world/assets.ts';
import { assetNotFound, findAsset } from '../world/find.ts';
import type { Images } from '../world/ports.ts';
import type { WireAnswer } from '../world/wire.ts';
import { json, noContent } from './answer.ts';
import type { ApiRequest } from './request.ts';
import { requireStillThere } from './still-there.ts';

export function readAsset({ host, caller, account, id }: ApiRequest): WireAnswer {
  const { world } = host;
  const isShownExpired = world.settings.readings.expired_asset_read === 'until_midnight';
  const found = isShownExpired ? lookUpAsset(world, caller.owner, id) : undefined;
  const asset = found === undefined || 'cause' in found ? findAsset(world, caller.owner, id) : found;
  return json(200, host.world.rules.assetBody(asset, account.hasTestKey));
}

/** Reading 6 and 7: result bytes, and input bytes only where the reading serves them. */
export function downloadAsset(request: ApiRequest): WireAnswer | Promise<WireAnswer> {
  const { host, caller, id, headers: sent } = request;
  const { images, blobs } = host.ports;
  const asset = findAsset(host.world, caller.owner, id);
  const kept = blobs.get(asset.digest);
  const { input_content, content_if_none_match } = host.world.settings.readings;
  const served = asset.purpose === 'result' || input_content === 'serve';
  const isThere = kept !== undefined || blobs.recipeOf(asset.digest) !== undefined;
  if (!served) throw assetNotFound(asset.id);
  if (!isThere) throw new ApiError('internal_error', { because: lostPicture(asset) });
  const etag = `"${asset.digest}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' };
  const isKnown = content_if_none_match === 304 && host.world.rules.tagMatches(sent['if-none-match'], etag);
  if (isKnown) return { status: 304, headers, body: null };
  const show = (bytes: Uint8Array) => shownAs(images, request, asset, bytes, headers);
  if (kept !== undefined) return show(kept);
  return Promise.resolve(bytesOf({ images, blobs }, asset.digest)).then((made) => {
    requireStillThere(request);
    if (made === undefined) throw assetNotFound(asset.id);
    return show(made);
  });
}

/** Its bytes were lost with a part of the data directory. */
function lostPicture({ id, digest }: Asset) {
  return { rule: 'DATA-KEPT', section: '-', compared: { asset: id, lost: digest } };
}

function shownAs(
  images: Images,
  request: ApiRequest,
  asset: Asset,
  bytes: Uint8Array,
  headers: Record<string, string>,
): WireAnswer | Promise<WireAnswer> {
  const picture = (mediaType: MediaType, body: Uint8Array): WireAnswer => ({
    status: 200,
    headers: { 'Content-Type': mediaType, ...headers },
    body,
  });
  const mediaType = typeToEncode(asset, request);
  if (mediaType === null) return picture(asset.mediaType, bytes);
  return images.encode(bytes, { mediaType, halved: false, orientation: 'as_stored' }).then((made) => {
    requireStillThere(request);
    return made === null ? picture(asset.mediaType, bytes) : picture(mediaType, made);
  });
}

/** The type that a picture is encoded in for its download; null where it is served as it is kept. */
function typeToEncode({ mediaType }: Asset, { host, headers: { accept = '*/*' } }: ApiRequest): MediaType | null {
  const { content_form } = host.world.settings.readings;
  if (content_form === 'as_kept') return null;
  if (content_form === 'encoded_anew') return mediaType;
  return /\*\/\*|image\/\*|image\/webp/i.test(accept) ? 'image/webp' : null;
}

export function deleteAsset({ host, caller, id }: ApiRequest): WireAnswer {
  execute(host, 'delete_asset', { caller, asset: id });
  return noContent();
}
