import { describeChoices } from '../../testing/choices/choice-rows.ts';
import type { Call, Reply } from '../../testing/client.ts';
import { brokenPicture, picture, plainPng } from '../../testing/pictures/pictures.ts';
import { openPlayed, type Played, type PlayedRow } from '../../testing/play.ts';

const KEY = { 'Idempotency-Key': 'one' };
const as = (type: string, more: Record<string, string> = {}): Call => ({ headers: { 'Content-Type': type, ...more } });
const noPicture = async () => Buffer.from('no picture at all');
const tooLarge = async () => new Uint8Array(11 * 1024 * 1024);
const turned = () => picture('jpeg', { width: 64, height: 80, orientation: 6 });

/** A view of the answer to an upload. */
const uploaded =
  (look: (reply: Reply) => unknown, call: Call = {}, body?: () => Promise<Uint8Array>) =>
  async ({ client }: Played) =>
    look(await client.upload({ ...call, ...(body !== undefined && { body: await body() }) }));
const status = (call: Call = {}, body?: () => Promise<Uint8Array>) => uploaded((reply) => reply.status, call, body);
const form = ({ body }: Reply) => [body.media_type, body.width, body.height];
/** Whether two uploads result in one asset. */
const twice =
  (call: Call = {}) =>
  async ({ client }: Played) => {
    const [first, second] = [await client.upload(call), await client.upload(call)];
    return first.body.id === second.body.id;
  };
const keptAsSent = async ({ client }: Played) => {
  const body = await picture('jpeg');
  return (await client.upload({ ...as('image/jpeg'), body })).body.size_bytes === body.byteLength;
};
const hasLocation = uploaded(({ headers, body }) => headers.get('location') === `/v1/assets/${body.id}`);
const turnedForm = uploaded(form, as('image/jpeg'), turned);
const type = uploaded(({ body }) => body.media_type, as('image/webp'));

const ROWS: readonly PlayedRow[] = [
  ['upload_status', status(), 201, { 200: 200, 202: 202 }],
  ['upload_max_bytes', status(), 201, { 100: 413 }],
  ['image_min_side', status(), 201, { 65: 400 }],
  ['image_max_side', status(), 201, { 79: 400 }],
  ['image_max_pixels', status(), 201, { 5119: 400 }],
  ['image_sides_status', status({}, () => plainPng(8, 8)), 400, { 422: 422 }],
  ['unreadable_image_status', status({}, noPicture), 400, { 415: 415 }],
  ['unreadable_image_status', status(as('image/webp')), 400, { 422: 422 }],
  ['unsupported_media_type_status', status(as('text/plain')), 400, { 415: 415 }],
  ['unsupported_media_type_status', status(as('text/plain'), noPicture), 400, { 422: 422 }],
  ['mismatched_content_type', type, undefined, { take_true_type: 'image/png' }],
  ['upload_type_parameters', status(as('Image/PNG; q=1')), 201, { refuse: 400 }],
  ['broken_image', status({}, () => brokenPicture('png')), 201, { refuse: 400 }],
  ['stored_image', uploaded(form), ['image/png', 64, 80], { scaled_down: ['image/png', 32, 40] }],
  ['stored_image', keptAsSent, true, { encoded_anew: false }],
  ['image_orientation', turnedForm, ['image/jpeg', 80, 64], { as_stored: ['image/jpeg', 64, 80] }],
  ['repeated_upload', twice(), false, { same_asset: true }],
  ['idempotency_key_on_upload', twice({ headers: KEY }), false, { same_asset: true }],
  ['idempotency_key_on_upload', status(as('image/png', KEY)), 201, { refuse: 400 }],
  ['upload_location', hasLocation, false, { present: true }],
  ['check_order.size_and_media_type', status(as('text/plain'), tooLarge), 413, { type_first: 400 }],
];

describeChoices('uploads', ROWS, { open: openPlayed });
