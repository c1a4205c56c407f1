import { execute } from '../runtime/world-host.ts';
import { assetNotFound, findAsset } from '../world/find.ts';
import type { BlobStore } from '../world/ports.ts';
import type { WireAnswer } from '../world/wire.ts';
import { json, noContent } from './answer.ts';
import type { ApiRequest, Handler } from './request.ts';

export function readAsset({ host, caller, account, id }: ApiRequest): WireAnswer {
  const asset = findAsset(host.world, caller.owner, id);
  return json(200, host.world.rules.assetBody(asset, account.hasTestKey));
}

/** Reading 6 and 7: result bytes, and input bytes only where the reading serves them. */
export function downloadAsset(blobs: BlobStore): Handler {
  return ({ host, caller, id, headers: sent }) => {
    const asset = findAsset(host.world, caller.owner, id);
    const bytes = blobs.get(asset.digest);
    const { input_content, content_if_none_match } = host.world.settings.readings;
    const served = asset.purpose === 'result' || input_content === 'serve';
    if (!served || bytes === undefined) throw assetNotFound(asset.id);
    const etag = `"${asset.digest}"`;
    const headers = { ETag: etag, 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' };
    const isKnown = content_if_none_match === 304 && host.world.rules.tagMatches(sent['if-none-match'], etag);
    if (isKnown) return { status: 304, headers, body: null };
    return { status: 200, headers: { 'Content-Type': asset.mediaType, ...headers }, body: bytes };
  };
}

export function deleteAsset({ host, caller, id }: ApiRequest): WireAnswer {
  execute(host, 'delete_asset', { caller, asset: id });
  return noContent();
}
