import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { FORMATS, picture, plainPng, pngClaiming } from '../testing/pictures/pictures.ts';
import { finishedJob, idsOf, invalid, refusal, refusalOf } from '../testing/steps.ts';

const NOT_FOUND = refusal(404, 'ASSET_NOT_FOUND');
const TOO_LARGE = refusal(413, 'PAYLOAD_TOO_LARGE');

describe('4.1 POST /v1/assets', () => {
  it.each(FORMATS)('makes an input asset of a %s', async (format) => {
    const { client } = await emulatorFor();
    const bytes = await picture(format);
    const answer = await client.upload({ body: bytes, type: `image/${format}` });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      purpose: 'input',
      media_type: `image/${format}`,
      size_bytes: bytes.byteLength,
      width: 64,
      height: 80,
    });
  });

  it('makes an asset of its own each time, also of the same bytes', async () => {
    const { client } = await emulatorFor();
    const ids = [(await client.upload()).body.id, (await client.upload()).body.id];
    expect(new Set(ids).size).toBe(2);
    await client.call('DELETE', `/v1/assets/${ids[0]}`);
    expect((await client.get(`/v1/assets/${ids[1]}`)).status).toBe(200);
  });

  it.each([
    [1, 64, 80],
    [3, 64, 80],
    [5, 80, 64],
    [6, 80, 64],
    [8, 80, 64],
  ])('states the sides as shown upright under the EXIF orientation %i', async (orientation, width, height) => {
    const { client } = await emulatorFor();
    const body = await picture('jpeg', { width: 64, height: 80, orientation });
    const answer = await client.upload({ body, type: 'image/jpeg' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ width, height });
  });

  it.each(FORMATS.flatMap((real) => FORMATS.filter((said) => said !== real).map((said) => [real, said] as const)))(
    'refuses a %s that is declared as %s',
    async (real, said) => {
      const { client } = await emulatorFor();
      const answer = await client.upload({ body: await picture(real), type: `image/${said}` });
      expect(refusalOf(answer)).toEqual(invalid('Content-Type'));
      expect(idsOf(await client.get('/v1/assets'))).toEqual([]);
    },
  );

  it.each(['text/plain', 'image/gif', 'application/octet-stream', 'multipart/form-data; boundary=x', 'image/*'])(
    'refuses an image that is declared as %s',
    async (type) => {
      const { client } = await emulatorFor();
      expect(refusalOf(await client.upload({ type }))).toEqual(invalid('Content-Type'));
    },
  );

  it.each(['image/png; charset=binary', 'IMAGE/PNG'])('takes %s for what it is, a media type', async (type) => {
    const { client } = await emulatorFor();
    expect((await client.upload({ type })).body.media_type).toBe('image/png');
  });

  it.each([
    ['nothing at all', new Uint8Array()],
    ['text', 'not an image'],
    ['JSON', '{"image": "AAAA"}'],
    ['half a PNG header', pngClaiming(64, 80).then((bytes) => bytes.subarray(0, 20))],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'],
  ])('refuses %s', async (_, body) => {
    const { client } = await emulatorFor();
    const answer = await client.upload({ body: await body });
    expect(refusalOf(answer)).toEqual(invalid('body'));
    expect(idsOf(await client.get('/v1/assets'))).toEqual([]);
  });

  it('takes a body of exactly the byte limit, and refuses one byte more', async () => {
    const body = await picture('png');
    const { client } = await emulatorFor({ readings: { upload_max_bytes: body.byteLength } });
    expect((await client.upload({ body })).status).toBe(201);
    const longer = Buffer.concat([body, new Uint8Array(1)]);
    expect(refusalOf(await client.upload({ body: longer }))).toEqual(TOO_LARGE);
  });

  it('has a byte limit of 10 MiB by default', async () => {
    const { client } = await emulatorFor();
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1);
    expect(refusalOf(await client.upload({ body: bytes.subarray(1) }))).toEqual(invalid('body'));
    expect(refusalOf(await client.upload({ body: bytes }))).toEqual(TOO_LARGE);
  });

  it.each([
    [32, 32],
    [8192, 32],
    [32, 8192],
    [8000, 5000],
  ])('takes %i x %i pixels', async (width, height) => {
    const { client } = await emulatorFor();
    const answer = await client.upload({ body: await pngClaiming(width, height) });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ width, height });
  });

  it.each([
    [31, 32],
    [32, 31],
    [8193, 32],
    [32, 8193],
    [8000, 5001],
  ])('refuses %i x %i pixels', async (width, height) => {
    const { client } = await emulatorFor();
    expect(refusalOf(await client.upload({ body: await pngClaiming(width, height) }))).toEqual(invalid('body'));
  });

  it('takes its limits of size from the readings', async () => {
    const readings = { image_min_side: 40, image_max_side: 60, image_max_pixels: 50 * 50 };
    const { client } = await emulatorFor({ readings });
    const statusOf = async (width: number, height: number) =>
      (await client.upload({ body: await plainPng(width, height) })).status;
    expect([await statusOf(50, 50), await statusOf(40, 60)]).toEqual([201, 201]);
    expect([await statusOf(39, 50), await statusOf(61, 40), await statusOf(51, 50)]).toEqual([400, 400, 400]);
  });
});

describe('4.1 GET /v1/assets/{asset_id}', () => {
  it.each(['asset_never', 'job_never', 'x'])('does not find %s', async (id) => {
    const { client } = await emulatorFor();
    expect(refusalOf(await client.get(`/v1/assets/${id}`))).toEqual(NOT_FOUND);
  });

  it('does not find a job under its id', async () => {
    const { client } = await emulatorFor();
    const job = await client.submitOn('makeup.apply');
    expect(refusalOf(await client.get(`/v1/assets/${job.body.id}`))).toEqual(NOT_FOUND);
  });
});

describe('4.1 DELETE /v1/assets/{asset_id}', () => {
  it('erases an input, and answers 204 without a body', async () => {
    const { client } = await emulatorFor();
    const { id } = (await client.upload()).body;
    const answer = await client.call('DELETE', `/v1/assets/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(refusalOf(await client.get(`/v1/assets/${id}`))).toEqual(NOT_FOUND);
    expect(idsOf(await client.get('/v1/assets'))).toEqual([]);
  });

  it('answers 204 also when the input is deleted already', async () => {
    const { emulator, client } = await emulatorFor();
    const { id } = (await client.upload()).body;
    for (const wait of ['0s', '1s', '30d']) {
      await emulator.clock.advance(wait);
      expect((await client.call('DELETE', `/v1/assets/${id}`)).status).toBe(204);
    }
  });

  it('refuses a result, which stays as it is', async () => {
    const { emulator, client } = await emulatorFor();
    const { id } = (await finishedJob({ emulator, client }, 'makeup.apply')).body.output.image;
    expect(refusalOf(await client.call('DELETE', `/v1/assets/${id}`))).toEqual(refusal(409, 'ASSET_OWNED_BY_JOB'));
    expect((await client.get(`/v1/assets/${id}/content`)).status).toBe(200);
  });

  it('answers 204 for a result whose job was deleted or has expired', async () => {
    const { emulator, client } = await emulatorFor();
    const [deleted, expired] = [
      (await finishedJob({ emulator, client }, 'makeup.apply')).body,
      (await finishedJob({ emulator, client }, 'makeup.apply')).body,
    ];
    await client.call('DELETE', `/v1/jobs/${deleted.id}`);
    expect((await client.call('DELETE', `/v1/assets/${deleted.output.image.id}`)).status).toBe(204);
    await emulator.clock.advance('7d');
    expect((await client.call('DELETE', `/v1/assets/${expired.output.image.id}`)).status).toBe(204);
  });
});
