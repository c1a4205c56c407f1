import { type ChoiceRow, describeChoices } from '../../testing/choices/choice-exchanges.ts';
import type { Call, Client, Reply } from '../../testing/client.ts';
import { brokenPicture, picture, plainPng } from '../../testing/pictures/pictures.ts';

type Show = ChoiceRow[2];

const NONE = Buffer.from('no picture at all');

/** An upload, and what is looked at of its answer. */
function uploaded(look: (answer: Reply) => unknown, body?: () => Promise<Uint8Array>, options: Call = {}): Show {
  return async ({ client }) => look(await upload(client, body, options));
}

async function upload(client: Client, body?: () => Promise<Uint8Array>, options: Call = {}): Promise<Reply> {
  return client.upload({ ...options, ...(body !== undefined && { body: await body() }) });
}

/** Whether two uploads are one asset. */
function twice(options: Call = {}): Show {
  return async ({ client }) => {
    const [first, second] = [await client.upload(options), await client.upload(options)];
    return first.body.id === second.body.id;
  };
}

const status = (answer: Reply) => answer.status;
const form = ({ body }: Reply) => [body.media_type, body.width, body.height];
const as = (type: string, more: Record<string, string> = {}): Call => ({ headers: { 'Content-Type': type, ...more } });
const jpeg = () => picture('jpeg');
const turned = () => picture('jpeg', { width: 64, height: 80, orientation: 6 });
const tooLarge = async () => new Uint8Array(11 * 1024 * 1024);

describeChoices('uploads', [
  ['upload_status', 200, uploaded(status), 201, 200],
  ['upload_status', 202, uploaded(status), 201, 202],
  ['upload_max_bytes', 100, uploaded(status), 201, 413],
  ['image_min_side', 65, uploaded(status), 201, 400],
  ['image_max_side', 79, uploaded(status), 201, 400],
  ['image_max_pixels', 5_119, uploaded(status), 201, 400],
  ['image_sides_status', 422, uploaded(status, () => plainPng(8, 8)), 400, 422],
  ['unreadable_image_status', 415, uploaded(status, async () => NONE), 400, 415],
  ['unreadable_image_status', 422, uploaded(status, undefined, as('image/webp')), 400, 422],
  ['unsupported_media_type_status', 415, uploaded(status, undefined, as('text/plain')), 400, 415],
  ['unsupported_media_type_status', 422, uploaded(status, async () => NONE, as('text/plain')), 400, 422],
  [
    'mismatched_content_type',
    'take_true_type',
    uploaded(({ body }) => body.media_type, undefined, as('image/webp')),
    undefined,
    'image/png',
  ],
  ['upload_type_parameters', 'refuse', uploaded(status, undefined, as('Image/PNG; q=1')), 201, 400],
  ['broken_image', 'refuse', uploaded(status, () => brokenPicture('png')), 201, 400],
  ['stored_image', 'scaled_down', uploaded(form), ['image/png', 64, 80], ['image/png', 32, 40]],
  [
    'stored_image',
    'encoded_anew',
    async ({ client }) => {
      const sent = await jpeg();
      const { body } = await client.upload({ ...as('image/jpeg'), body: sent });
      return body.size_bytes === sent.byteLength;
    },
    true,
    false,
  ],
  [
    'image_orientation',
    'as_stored',
    uploaded(form, turned, as('image/jpeg')),
    ['image/jpeg', 80, 64],
    ['image/jpeg', 64, 80],
  ],
  ['repeated_upload', 'same_asset', twice(), false, true],
  ['idempotency_key_on_upload', 'same_asset', twice({ headers: { 'Idempotency-Key': 'one' } }), false, true],
  [
    'idempotency_key_on_upload',
    'refuse',
    uploaded(status, undefined, as('image/png', { 'Idempotency-Key': 'one' })),
    201,
    400,
  ],
  [
    'upload_location',
    'present',
    uploaded(({ headers, body }) => headers.get('location') === `/v1/assets/${body.id}`),
    false,
    true,
  ],
  ['check_order.size_and_media_type', 'type_first', uploaded(status, tooLarge, as('text/plain')), 413, 400],
]);
