import type { Readings } from '../../shared/questions/generated/readings.ts';
import { type ApiError, invalidFields } from '../domain/errors.ts';
import { digestOf } from '../domain/values/digest.ts';
import { MEDIA_TYPES, type MediaType } from '../domain/vocabulary.ts';
import { execute } from '../runtime/world-host.ts';
import type { ImageHeader, Images, StoredForm } from '../world/ports.ts';
import type { InspectedImage } from '../world/verbs/upload-asset.ts';
import type { WireAnswer } from '../world/wire.ts';
import { json } from './answer.ts';
import { readAllowedBody } from './body.ts';
import type { ApiRequest } from './request.ts';
import { requireStillThere } from './still-there.ts';

/** Spec 4.1: the whole body is the image. Everything is read and checked first, and then one verb creates the asset. */
export async function uploadAsset(request: ApiRequest): Promise<WireAnswer> {
  const { host, caller, account } = request;
  const { images, blobs } = host.ports;
  const { readings } = host.world.settings;
  const key = idempotencyKey(request, readings);
  const { image, bytes } = await readImage(request, images, readings);
  requireStillThere(request);
  const asset = execute(host, 'upload', { caller, image, ...key });
  // Not earlier, because time passes first, and an upload with the same bytes that expires right now may remove them.
  if (asset.digest === image.digest) blobs.put(image.digest, bytes);
  return json(201, host.world.rules.assetBody(asset, account.hasTestKey));
}

/** The header belongs to submissions; for an upload it counts only if a reading says so. */
function idempotencyKey({ headers }: ApiRequest, { idempotency_key_on_upload: meaning }: Readings) {
  const sent = headers['idempotency-key'];
  return sent !== undefined && meaning === 'same_asset' ? { idempotencyKey: sent } : {};
}

/** Returns a valid uploaded image in the form in which it is stored. */
async function readImage(
  request: ApiRequest,
  images: Images,
  readings: Readings,
): Promise<{ image: InspectedImage; bytes: Uint8Array }> {
  const declared = declaredType(request);
  if (readings.check_order.size_and_media_type === 'type_first' && !isTaken(declared)) throw unsupported(declared);
  const sent = await readAllowedBody(request, readings.upload_max_bytes);
  const sentDigest = digestOf(sent);
  const inspected = await images.inspect(sent, sentDigest, readings.image_orientation);
  const header = requireGoodImage(request, inspected, declared);
  if (readings.broken_image === 'refuse' && (await images.encode(sent, WHOLE)) === null)
    throw refusal('image', 'body', 'cannot be decoded whole', { declared, header });
  const bytes = (await storedBytes(sent, header, images, readings)) ?? sent;
  if (bytes === sent) return { bytes, image: { ...header, sizeBytes: bytes.byteLength, digest: sentDigest } };
  const digest = digestOf(bytes);
  const kept = await images.inspect(bytes, digest, readings.image_orientation);
  if ('problem' in kept) throw new Error(`an upload was encoded as what ${kept.problem}`);
  return { bytes, image: { ...kept, sizeBytes: bytes.byteLength, digest, sentDigest } };
}

/** Any form that requires the picture to be decoded completely. */
const WHOLE: StoredForm = { mediaType: 'image/png', halved: false, orientation: 'upright' };

/** What is stored instead of the uploaded bytes; null if those are stored, also if they cannot be decoded. */
function storedBytes(
  sent: Uint8Array,
  { mediaType }: ImageHeader,
  images: Images,
  { stored_image, image_orientation: orientation }: Readings,
): Promise<Uint8Array | null> {
  if (stored_image === 'as_sent') return Promise.resolve(null);
  return images.encode(sent, { mediaType, halved: stored_image === 'scaled_down', orientation });
}

function declaredType({ headers, host }: ApiRequest): string {
  return host.world.rules.declaredType(headers['content-type'] ?? '');
}

/** Readings 3 and 4: the declared type must match, and the sides must be within the limits. */
function requireGoodImage(
  { host }: ApiRequest,
  header: ImageHeader | { problem: string },
  declared: string,
): ImageHeader {
  const { rules, settings } = host.world;
  const compared = { declared, header };
  const about = isTaken(declared) ? 'image' : 'media_type';
  if ('problem' in header) {
    if (declared.startsWith('multipart/')) throw refusal(about, 'Content-Type', NO_FORM, compared);
    throw refusal(about, 'body', header.problem, compared);
  }
  const { mediaType, width, height } = header;
  if (!rules.typeIsTaken(declared, mediaType)) {
    throw refusal(about, 'Content-Type', `says ${declared || 'nothing'}, but the body is ${mediaType}`, compared);
  }
  const { image_min_side, image_max_side, image_max_pixels } = settings.readings;
  const short = Math.min(width, height) < image_min_side;
  const long = Math.max(width, height) > image_max_side || width * height > image_max_pixels;
  if (!short && !long) return header;
  const limits = `at least ${image_min_side} and at most ${image_max_side} a side, at most ${image_max_pixels} in all`;
  const problem = `is ${width} x ${height} pixels, but must have ${limits}`;
  throw refusal('image_sides', 'body', problem, compared);
}

/** Spec 4.1: no multipart, no JSON wrapper. */
const NO_FORM = `says multipart, but the whole body must be the image: send its bytes alone, as ${MEDIA_TYPES.join(', ')}; do not send multipart`;

function isTaken(declared: string): declared is MediaType {
  return MEDIA_TYPES.some((type) => type === declared);
}

function unsupported(declared: string): ApiError {
  const problem = declared.startsWith('multipart/')
    ? NO_FORM
    : `says ${declared || 'nothing'}, but must be ${MEDIA_TYPES.join(', ')}`;
  return refusal('media_type', 'Content-Type', problem, { declared });
}

function refusal(
  about: 'image' | 'media_type' | 'image_sides',
  path: string,
  problem: string,
  compared: Record<string, unknown>,
): ApiError {
  return invalidFields([{ path, problem }], { rule: 'UPLOAD-400', section: '4.1', compared }, { about });
}
