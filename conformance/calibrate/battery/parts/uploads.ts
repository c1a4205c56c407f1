import { assetPath } from '../../../target/routes.ts';
import { pngOf, turnedJpeg } from '../made-pictures.ts';
import type { Answered, Place } from '../place.ts';
import { ended, SKIN, skin, submit } from '../requests.ts';

const PNG = { 'Content-Type': 'image/png' };
const JPEG = { 'Content-Type': 'image/jpeg' };

/** Tests valid and invalid uploads, and what can be done with an uploaded asset. */
export async function uploads(place: Place): Promise<void> {
  const face = place.picture('face').bytes;
  const type = { 'Content-Type': place.picture('face').media_type };
  const put = (label: string, headers: Record<string, string>, body: Uint8Array | string | null) =>
    place.ask(`uploads/${label}`, 'POST /v1/assets', { headers, body, named: 'Content-Type' });
  const first = await put('face', type, face);
  const again = await put('the same again', type, face);
  place.note('uploads', 'the same picture again', sameness(first, again));
  const keyed = { ...type, 'Idempotency-Key': place.uuid('upload') };
  const [one, two] = [await put('with a key', keyed, face), await put('with the same key', keyed, face)];
  place.note('uploads', 'the same Idempotency-Key', sameness(one, two));
  for (const name of ['curly-red.png', 'short-blond.webp', 'grey-bob.jpeg']) {
    const { bytes, media_type } = place.picture(name);
    await put(name, { 'Content-Type': media_type }, bytes);
  }
  await put('chunked', { ...type, 'Transfer-Encoding': 'chunked' }, face);
  await put(
    'parameters in its type',
    { 'Content-Type': `${type['Content-Type'].replace('image/', 'Image/')}; q=1` },
    face,
  );
  await place.ask('uploads/unknown parameter', 'POST /v1/assets?surprise=1', {
    headers: type,
    body: face,
    named: 'surprise',
  });
  await badUploads(place, face);
  await reads(place, first);
}

async function badUploads(place: Place, face: Uint8Array): Promise<void> {
  const put = (label: string, headers: Record<string, string>, body: Uint8Array | string | null) =>
    place.ask(`uploads/${label}`, 'POST /v1/assets', { headers, body, named: 'Content-Type' });
  const png = pngOf(200, 200);
  await put('another type', { 'Content-Type': 'text/plain' }, face);
  await put('GIF', { 'Content-Type': 'image/gif' }, 'GIF89a');
  await put('no type', {}, face);
  await put('JSON', { 'Content-Type': 'application/json' }, '{"image": "none"}');
  await put('multipart', { 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--');
  await put('PNG called JPEG', JPEG, png);
  await put('no picture', PNG, 'these bytes are no picture at all');
  await put('empty', PNG, null);
  await put('header alone', PNG, png.subarray(0, 33));
  const broken = await put('broken pixels', JPEG, place.picture('truncated').bytes);
  if (broken.id !== '') {
    const job = await submit(place, 'uploads/job of broken pixels', SKIN, skin(broken.id));
    if (job.id !== '') place.note('uploads', 'end of the job of broken pixels', endOf(await ended(place, job.id)));
  }
  const turned = await put('turned', JPEG, await turnedJpeg());
  place.note('uploads', 'sides of a turned picture', `${turned.body['width']}x${turned.body['height']}`);
  await put('11 MB and another type', { 'Content-Type': 'text/plain' }, Buffer.alloc(11_000_000));
  const blank = await put('no face', PNG, pngOf(512, 640));
  if (blank.id === '') return;
  const job = await submit(place, null, SKIN, skin(blank.id), { word: 'blank' });
  if (job.id !== '') place.note('uploads', 'end of the job of a blank picture', endOf(await ended(place, job.id)));
}

function endOf({ body }: Answered): string {
  const error = body['error'] as { code?: unknown } | null | undefined;
  return [body['status'], error?.code].filter(Boolean).join(' ');
}

function sameness(one: Answered, other: Answered): string {
  if (one.id === '' || other.id === '') return 'refused';
  return one.id === other.id ? 'the same asset' : 'another asset';
}

async function reads(place: Place, { id }: Answered): Promise<void> {
  if (id === '') return;
  const path = assetPath(id);
  const read = await place.ask('uploads/read', `GET ${path}`);
  await place.ask('uploads/HEAD', `HEAD ${path}`);
  await place.ask('uploads/read with its tag', `GET ${path}`, {
    headers: { 'If-None-Match': read.headers['etag'] ?? '"none"' },
  });
  await place.ask('uploads/content', `GET ${path}/content`);
  await place.ask('uploads/delete', `DELETE ${path}`);
  await place.ask('uploads/read what was deleted', `GET ${path}`);
  await place.ask('uploads/content of what was deleted', `GET ${path}/content`);
  await place.ask('uploads/delete again', `DELETE ${path}`);
  await submit(place, 'uploads/submit what was deleted', SKIN, skin(id));
}
