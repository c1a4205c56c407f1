import type { Readings } from '../../shared/questions/generated/readings.ts';
import { invalidFields } from '../domain/errors.ts';
import { digestOf } from '../domain/values/digest.ts';
import { execute } from '../runtime/world-host.ts';
import { assetNotFound, findAsset } from '../world/find.ts';
import type { BlobStore, ImageHeader, Images } from '../world/ports.ts';
import type { WireAnswer } from '../world/wire.ts';
import { json, noContent } from './answer.ts';
import { readBody } from './body.ts';
import type { ApiRequest, Handler } from './request.ts';
import { requireStillThere } from './still-there.ts';

/** Spec 4.1: the whole body is the image. Everything is read and looked at first, then one verb makes the asset. */
export function uploadAsset(images: Images, blobs: BlobStore): Handler {
  return async (request) => {
    const { host, caller, account, headers } = request;
    const { readings } = host.world.settings;
    const bytes = await readBody(request, readings.upload_max_bytes);
    const header = await images.inspect(bytes);
    const declared = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const good = requireGoodImage(header, declared, readings);
    const digest = digestOf(bytes);
    requireStillThere(request);
    const asset = execute(host, 'upload', { caller, image: { ...good, sizeBytes: bytes.byteLength, digest } });
    // Not before: time passes first, and may take away the same bytes of an upload that expires just now.
    blobs.put(digest, bytes);
    return json(readings.upload_status, host.world.rules.assetBody(asset, account.hasTestKey));
  };
}

export function readAsset({ host, caller, account, id }: ApiRequest): WireAnswer {
  const asset = findAsset(host.world, caller.owner, id);
  return json(200, host.world.rules.assetBody(asset, account.hasTestKey));
}

/** Reading 6 and 7: result bytes, and input bytes only where the reading serves them. */
export function downloadAsset(blobs: BlobStore): Handler {
  return ({ host, caller, id, headers: sent }) => {
    const asset = findAsset(host.world, caller.owner, id);
    const bytes = blobs.get(asset.digest);
    const served = asset.purpose === 'result' || host.world.settings.readings.input_content === 'serve';
    if (!served || bytes === undefined) throw assetNotFound(asset.id);
    const etag = `"${asset.digest}"`;
    const headers = { ETag: etag, 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' };
    if (host.world.rules.tagMatches(sent['if-none-match'], etag)) return { status: 304, headers, body: null };
    return { status: 200, headers: { 'Content-Type': asset.mediaType, ...headers }, body: bytes };
  };
}

export function deleteAsset({ host, caller, id }: ApiRequest): WireAnswer {
  execute(host, 'delete_asset', { caller, asset: id });
  return noContent();
}

/** Reading 3 and 4: the declared type is the true one, and the sides lie within the limits. */
function requireGoodImage(
  header: ImageHeader | { problem: string },
  declared: string,
  readings: Readings,
): ImageHeader {
  const because = { rule: 'UPLOAD-400', section: '4.1', compared: { declared, header } };
  if ('problem' in header) throw invalidFields([{ path: 'body', problem: header.problem }], because);
  const { mediaType, width, height } = header;
  if (mediaType !== declared) {
    const problem = `says ${declared || 'nothing'}, but the body is ${mediaType}`;
    throw invalidFields([{ path: 'Content-Type', problem }], because);
  }
  const { image_min_side, image_max_side, image_max_pixels } = readings;
  const short = Math.min(width, height) < image_min_side;
  const long = Math.max(width, height) > image_max_side || width * height > image_max_pixels;
  if (!short && !long) return header;
  const limits = `at least ${image_min_side} and at most ${image_max_side} a side, at most ${image_max_pixels} in all`;
  const problem = `is ${width} x ${height} pixels, but must have ${limits}`;
  throw invalidFields([{ path: 'body', problem }], because, { code: 'image_sides' });
}
