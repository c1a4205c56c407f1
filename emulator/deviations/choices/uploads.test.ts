import { type ChoiceRow, describeChoices } from '../../testing/choices/choice-exchanges.ts';
import type { Call, Client, Reply } from '../../testing/client.ts';
import { brokenPicture, picture, plainPng } from '../../testing/pictures/pictures.ts';
import { UNTIL } from '../../testing/steps.ts';

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

/** Whether an asset and a list have tags, and whether it is the same one. */
const tags: Show = async ({ client }) => {
  const { body } = await client.upload();
  const answers = [await client.get(`/v1/assets/${body.id}`), await client.get('/v1/assets')];
  const [one, other] = answers.map(({ headers }) => headers.get('etag'));
  return { tagged: [one !== null, other !== null], same: one === other };
};

/** A form whose second part is a picture. */
async function wrapped(): Promise<Uint8Array> {
  const head = '--a b\r\nContent-Disposition: form-data; name="n"\r\n\r\nface\r\n--a b\r\n';
  const named = 'Content-Disposition: form-data; name="f"; filename="f.png"\r\nContent-Type: image/png\r\n\r\n';
  return Buffer.concat([Buffer.from(head + named), await picture('png'), Buffer.from('\r\n--a b--\r\n')]);
}

/** The end of a job on what is no picture. */
const fateOfNone: Show = async (tried) => {
  const { body } = await tried.client.upload({ body: NONE });
  if (body.id === undefined) return [undefined, undefined];
  const inputs = [{ asset_id: body.id, role: 'source' }];
  const { body: accepted } = await tried.client.submit('/v1/skin/analyses', { inputs, concerns: ['acne'] });
  await tried.emulator.clock.advance(UNTIL.ended);
  const { body: job } = await tried.client.get(`/v1/jobs/${accepted.id}`);
  return [job.status, job.error?.code];
};

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
  [
    'unreadable_image',
    'take',
    uploaded(form, async () => NONE),
    [undefined, undefined, undefined],
    ['image/png', 0, 0],
  ],
  ['unreadable_image', 'take', uploaded(status, async () => NONE, as('text/plain')), 400, 400],
  ['unreadable_image', 'take', fateOfNone, [undefined, undefined], ['failed', 'INPUT_UNPROCESSABLE']],
  [
    'unsupported_media_type',
    'take_true_type',
    uploaded(({ body }) => body.media_type, undefined, as('application/octet-stream')),
    undefined,
    'image/png',
  ],
  ['unsupported_media_type', 'take_true_type', uploaded(status, undefined, as('image/webp')), 400, 400],
  [
    'wrapped_image',
    'unwrap',
    uploaded(form, wrapped, as('multipart/form-data; boundary="a b"')),
    [undefined, undefined, undefined],
    ['image/png', 64, 80],
  ],
  ['wrapped_image', 'unwrap', uploaded(status, async () => NONE, as('multipart/form-data; boundary=x')), 400, 400],
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
  ['stored_media_type', 'jpeg', uploaded(form), ['image/png', 64, 80], ['image/jpeg', 64, 80]],
  ['stored_media_type', 'png', uploaded(form, turned, as('image/jpeg')), ['image/jpeg', 80, 64], ['image/png', 80, 64]],
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
  [
    'etag_on_other_answers',
    'present',
    tags,
    { tagged: [false, false], same: true },
    { tagged: [true, true], same: false },
  ],
  [
    'etag_on_other_answers',
    'same_for_all',
    tags,
    { tagged: [false, false], same: true },
    { tagged: [true, true], same: true },
  ],
  ['check_order.size_and_media_type', 'type_first', uploaded(status, tooLarge, as('text/plain')), 413, 400],
]);
