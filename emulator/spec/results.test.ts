import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { FACE_NAMES, fixtures } from '../../fixtures/index.ts';
import type { EmulatorOptions } from '../index.ts';
import { emulatorFor, REQUESTS } from '../testing/client.ts';

type Pixels = { data: Buffer; width: number; height: number };

/** One emulator, and what becomes of a picture in it: the finished job, and the bytes of its results. */
async function studio(options: EmulatorOptions = {}) {
  const { emulator, client } = await emulatorFor(options);
  const upload = async (bytes: Uint8Array, type = 'image/png') => (await client.upload({ body: bytes, type })).body.id;
  const finish = async (path: string, inputs: [id: string, role: string][], body: object) => {
    const list = inputs.map(([asset_id, role]) => ({ asset_id, role }));
    const { body: job } = await client.submit(path, { inputs: list, ...body });
    await emulator.clock.advance('10s');
    return (await client.get(`/v1/jobs/${job.id}`)).body;
  };
  const download = async (href: string) => {
    const answer = await emulator.fetch(href, { headers: { 'X-API-Key': emulator.keys.test ?? '' } });
    return Buffer.from(await answer.arrayBuffer());
  };
  return { emulator, client, upload, finish, download };
}

async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const maskOf = (svg: string) => sharp(Buffer.from(svg)).greyscale().toColourspace('b-w').raw().toBuffer();

/** How many pixels differ inside and outside a mask. */
function differences(before: Pixels, after: Pixels, mask: Uint8Array): { inside: number; outside: number } {
  let [inside, outside] = [0, 0];
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const at = pixel * 3;
    if (before.data.compare(after.data, at, at + 3, at, at + 3) === 0) continue;
    if ((mask[pixel] ?? 0) > 0) inside += 1;
    else outside += 1;
  }
  return { inside, outside };
}

const HAIR = REQUESTS['hair.try_on'];
const MAKEUP = REQUESTS['makeup.apply'];
const SKIN = '/v1/skin/analyses';

describe('2.3 results of drawn faces', () => {
  it.each(FACE_NAMES)(
    '%s: lipstick lies on the lips and color on the hair, and every other pixel is as it was',
    async (name) => {
      const { upload, finish, download } = await studio();
      const face = fixtures.face(name);
      const id = await upload(face.bytes());
      const before = await pixelsOf(face.bytes());
      for (const [{ path, body }, part] of [
        [MAKEUP, 'lips'],
        [HAIR, 'hair'],
      ] as const) {
        const { output } = await finish(path, [[id, 'source']], body);
        const bytes = await download(output.image.href);
        const after = await pixelsOf(bytes);
        expect(output.image).toMatchObject({
          media_type: 'image/png',
          size_bytes: bytes.byteLength,
          width: face.width,
          height: face.height,
        });
        const { inside, outside } = differences(before, after, await maskOf(face.maskSvg(part)));
        expect(outside).toBe(0);
        expect(inside).toBeGreaterThan(100);
        const metadata = await sharp(bytes).metadata();
        expect([metadata.exif, metadata.icc, metadata.xmp, metadata.width, metadata.height]).toEqual([
          undefined,
          undefined,
          undefined,
          face.width,
          face.height,
        ]);
      }
    },
  );

  it('are the same bytes on another emulator, whatever its seed', async () => {
    const face = fixtures.face('short-blond');
    const made = await Promise.all(
      ['one', 'two'].map(async (seed) => {
        const { upload, finish, download } = await studio({ seed });
        const { output } = await finish(MAKEUP.path, [[await upload(face.bytes()), 'source']], MAKEUP.body);
        return (await download(output.image.href)).toString('base64');
      }),
    );
    expect(made[0]).toBe(made[1]);
  });

  it('are lossless WebP where the reading says so', async () => {
    const { upload, finish, download } = await studio({ readings: { result_type: 'image/webp' } });
    const png = await studio();
    const face = fixtures.face('short-blond');
    const webpJob = await finish(HAIR.path, [[await upload(face.bytes()), 'source']], HAIR.body);
    const pngJob = await png.finish(HAIR.path, [[await png.upload(face.bytes()), 'source']], HAIR.body);
    expect(webpJob.output.image.media_type).toBe('image/webp');
    const [one, other] = [await download(webpJob.output.image.href), await png.download(pngJob.output.image.href)];
    expect((await sharp(one).metadata()).format).toBe('webp');
    expect((await pixelsOf(one)).data.equals((await pixelsOf(other)).data)).toBe(true);
  });

  it('follow a hair_mask instead of the segmentation', async () => {
    const { upload, finish, download } = await studio();
    const face = fixtures.face('short-blond');
    const { width, height } = face;
    const corner = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .composite([{ input: { create: { width: 90, height: 50, channels: 3, background: '#fff' } }, left: 10, top: 20 }])
      .png()
      .toBuffer();
    const inputs: [string, string][] = [
      [await upload(face.bytes()), 'source'],
      [await upload(corner), 'hair_mask'],
    ];
    const { output } = await finish(HAIR.path, inputs, HAIR.body);
    const after = await pixelsOf(await download(output.image.href));
    const mask = await sharp(corner).greyscale().toColourspace('b-w').raw().toBuffer();
    const { inside, outside } = differences(await pixelsOf(face.bytes()), after, mask);
    expect({ inside, outside }).toEqual({ inside: 90 * 50, outside: 0 });
  });

  it('show only the concerns that were measured', async () => {
    const { emulator, upload, finish } = await studio();
    emulator.plans.add({
      outcome: { status: 'succeeded', unavailable: { wrinkles: 'not_measurable', pore: 'not_measured' } },
    });
    const concerns = ['wrinkles', 'pore', 'acne'];
    const visualizations = concerns.map((concern) => ({ concern, kind: 'mask' }));
    const id = await upload(fixtures.face('afro').bytes());
    const { output } = await finish(SKIN, [[id, 'source']], { concerns, visualizations });
    expect(output.visualizations.map(({ role }: { role: string }) => role)).toEqual(['mask.acne']);
  });
});

describe('magic images', () => {
  it.each(fixtures.magic().map(({ name }) => name))('%s has the outcome that its table says', async (name) => {
    const { emulator, client } = await emulatorFor();
    const image = fixtures.magicImage(name);
    const { body: asset } = await client.upload({ body: image.bytes(), type: image.mediaType });
    const inputs = [{ asset_id: asset.id, role: 'source' }];
    const { body: job } = await client.submit(MAKEUP.path, { inputs, ...MAKEUP.body });
    const read = async () => (await client.get(`/v1/jobs/${job.id}`)).body;
    await emulator.clock.advance('10s');
    if ('stages' in image.outcome) {
      expect((await read()).status).toBe('running');
      await emulator.clock.advance('22s');
      expect((await read()).status).toBe('succeeded');
    } else {
      const { code, message } = image.outcome;
      expect(await read()).toMatchObject({ status: 'failed', error: { code, message } });
    }
  });

  it('give way to a plan', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
    const image = fixtures.magicImage('no-face');
    const { body: asset } = await client.upload({ body: image.bytes(), type: image.mediaType });
    const { body: job } = await client.submit(HAIR.path, {
      inputs: [{ asset_id: asset.id, role: 'source' }],
      ...HAIR.body,
    });
    await emulator.clock.advance('10s');
    expect((await client.get(`/v1/jobs/${job.id}`)).body.error.code).toBe('PROCESSING_FAILED');
  });
});

describe('an image with nothing like a face', () => {
  const wall = sharp({ create: { width: 64, height: 64, channels: 3, background: '#2050c0' } })
    .png()
    .toBuffer();

  it.each(['on', 'off'] as const)(
    'fails its job, unless the reading turns that off (face_detection: %s)',
    async (face_detection) => {
      const { upload, finish } = await studio({ readings: { face_detection } });
      const job = await finish(MAKEUP.path, [[await upload(await wall), 'source']], MAKEUP.body);
      expect(job.error?.code ?? job.status).toBe(face_detection === 'on' ? 'INPUT_UNPROCESSABLE' : 'succeeded');
    },
  );
});
