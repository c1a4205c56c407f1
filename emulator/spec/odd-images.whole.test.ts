import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { emulatorFor, REQUESTS } from '../testing/client.ts';
import { pngClaiming } from '../testing/pictures/pictures.ts';
import { differences, pixelsOf, rolesOf, studio } from '../testing/pictures/studio.ts';

const MAKEUP = REQUESTS['makeup.apply'];
const face = (): Sharp => sharp(fixtures.face('short-blond').bytes()).resize(120, 160);

const ODD: [name: string, type: string, make: () => Promise<Buffer>][] = [
  ['progressive JPEG', 'image/jpeg', () => face().jpeg({ progressive: true }).toBuffer()],
  ['grayscale JPEG', 'image/jpeg', () => face().greyscale().jpeg().toBuffer()],
  ['CMYK JPEG', 'image/jpeg', () => face().toColourspace('cmyk').jpeg().toBuffer()],
  ['16-bit PNG', 'image/png', () => face().toColourspace('rgb16').png().toBuffer()],
  ['palette PNG', 'image/png', () => face().png({ palette: true, colors: 16 }).toBuffer()],
  ['PNG with alpha', 'image/png', () => face().ensureAlpha(0.5).png().toBuffer()],
  ['grayscale PNG with alpha', 'image/png', () => face().greyscale().ensureAlpha(0.9).png().toBuffer()],
  ['interlaced PNG', 'image/png', () => face().png({ progressive: true }).toBuffer()],
  ['lossless WebP', 'image/webp', () => face().webp({ lossless: true }).toBuffer()],
  ['WebP with alpha', 'image/webp', () => face().ensureAlpha(0.7).webp().toBuffer()],
  ['animated WebP', 'image/webp', animatedWebp],
  ['very long PNG', 'image/png', () => face().resize(32, 4000, { fit: 'fill' }).png().toBuffer()],
  ['very wide PNG', 'image/png', () => face().resize(4000, 32, { fit: 'fill' }).png().toBuffer()],
  ['PNG of two colors', 'image/png', () => face().threshold().png({ palette: true, colors: 2 }).toBuffer()],
  ['16-bit PNG with alpha', 'image/png', () => face().ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer()],
  ['JPEG in another color space', 'image/jpeg', () => face().withIccProfile('p3').jpeg().toBuffer()],
  [
    'JPEG with EXIF',
    'image/jpeg',
    () =>
      face()
        .withExif({ IFD0: { Make: 'A camera' } })
        .jpeg()
        .toBuffer(),
  ],
  ['smallest PNG', 'image/png', () => face().resize(32, 32, { fit: 'fill' }).png().toBuffer()],
];

async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all([face().raw().toBuffer(), face().negate().raw().toBuffer()]);
  const raw = { width: 120, height: 320, channels: 3, pageHeight: 160 } as const;
  return sharp(Buffer.concat(frames), { raw })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

describe('an odd but valid image', () => {
  it.each(ODD)('%s is accepted, and every job on it ends as the spec provides for', async (_, type, make) => {
    const unexpected: unknown[] = [];
    const { emulator, client } = await emulatorFor({
      onUnexpected: (error) => unexpected.push(error),
      readings: { face_detection: 'off' },
    });
    const { status, body: asset } = await client.upload({ body: await make(), type });
    expect(status).toBe(201);
    const jobs: string[] = [];
    for (const { path, body } of Object.values(REQUESTS)) {
      const { body: job } = await client.submit(path, { inputs: [{ asset_id: asset.id, role: 'source' }], ...body });
      jobs.push(job.id);
    }
    await emulator.clock.advance('10s');
    for (const id of jobs) {
      const { body: job } = await client.get(`/v1/jobs/${id}`);
      expect(job).toMatchObject({ status: 'succeeded', error: null });
      const [{ width, height }] = job.output.image ? [job.output.image] : job.output.visualizations;
      expect([width, height]).toEqual([asset.width, asset.height]);
    }
    expect(unexpected).toEqual([]);
  });

  it.each(ODD)('%s keeps every pixel if nothing is applied, and drops its metadata', async (_, type, make) => {
    const { upload, finish, download } = await studio({ readings: { face_detection: 'off' } });
    const bytes = await make();
    const body = { products: [{ category: 'lipstick', color: '#a1304a', opacity: 0 }] };
    const [result] = rolesOf(await finish(MAKEUP.path, [[await upload(bytes, type), 'source']], body));
    const made = await download(result?.href ?? '');
    const [before, after] = [await pixelsOf(bytes), await pixelsOf(made)];
    expect([after.width, after.height]).toEqual([before.width, before.height]);
    expect(after.data.equals(before.data)).toBe(true);
    const { exif, icc, pages, hasAlpha } = await sharp(made).metadata();
    expect([exif, icc, pages, hasAlpha]).toEqual([undefined, undefined, undefined, false]);
  });

  it('a PNG with transparent parts has its results on white', async () => {
    const { upload, finish, resultsOf } = await studio({ readings: { face_detection: 'off' } });
    const clear = sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } });
    const body = { products: [{ category: 'foundation', color: '#a1304a', opacity: 0 }] };
    const job = await finish(MAKEUP.path, [[await upload(await clear.png().toBuffer()), 'source']], body);
    expect([...new Set((await resultsOf(job)).image?.data)]).toEqual([255]);
  });

  it.each([
    [1, 120, 160],
    [3, 120, 160],
    [5, 160, 120],
    [6, 160, 120],
    [8, 160, 120],
  ])(
    'a JPEG that is rotated by its EXIF (%d) is accepted upright, and so are its results',
    async (orientation, ...size) => {
      const { client, finish, resultsOf } = await studio({ readings: { face_detection: 'off' } });
      const turned = await face().withMetadata({ orientation }).jpeg().toBuffer();
      const { body: asset } = await client.upload({ body: turned, type: 'image/jpeg' });
      expect([asset.width, asset.height]).toEqual(size);
      const { image } = await resultsOf(await finish(MAKEUP.path, [[asset.id, 'source']], MAKEUP.body));
      expect([image?.width, image?.height]).toEqual(size);
      const upright = await pixelsOf(turned);
      // Lips are in the lower half of an upright picture, so everything above is unchanged.
      const top = new Uint8Array(120 * 160).fill(255, 0, (120 * 160) / 2);
      const { inside, outside } = differences(upright, image ?? upright, top);
      expect(inside).toBe(0);
      expect(outside).toBeGreaterThan(0);
    },
  );

  it('a rotated source accepts a hair_mask of its upright size', async () => {
    const { upload, finish, resultsOf } = await studio({ readings: { face_detection: 'off' } });
    const turned = await face().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const mask = Buffer.alloc(160 * 120).fill(255, 0, 160 * 30);
    const png = await sharp(mask, { raw: { width: 160, height: 120, channels: 1 } })
      .png()
      .toBuffer();
    const [source, hairMask] = [await upload(turned, 'image/jpeg'), await upload(png)];
    const { path, body } = REQUESTS['hair.try_on'];
    const inputs = [[source, 'source'] as const, [hairMask, 'hair_mask'] as const];
    const { image } = await resultsOf(await finish(path, inputs, body));
    const before = await pixelsOf(turned);
    const { inside, outside, whole } = differences(before, image ?? before, mask);
    expect(outside).toBe(0);
    expect(inside / whole).toBeGreaterThan(0.95);
  });
});

describe('an image whose header claims much more than it contains', () => {
  it('is refused based on its header', async () => {
    const { client, unexpected } = await studio();
    const { status, body } = await client.upload({ body: await pngClaiming(60_000, 60_000) });
    expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error.message).toContain('60000');
    expect((await client.get('/v1/assets')).body.data).toEqual([]);
    expect(unexpected).toEqual([]);
  });
});

describe('an image of an unsupported type', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['GIF', () => face().gif().toBuffer()],
    ['TIFF', () => face().tiff().toBuffer()],
    ['AVIF', () => face().avif({ effort: 0 }).toBuffer()],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>')],
  ])('%s is refused with the reason', async (_, make) => {
    const { client } = await emulatorFor();
    const { status, body } = await client.upload({ body: await make(), type: 'image/png' });
    expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error.message).toContain('is not a JPEG, PNG or WebP image');
    expect(body.error.message).not.toContain('multipart');
  });

  it.each([{}, { check_order: { size_and_media_type: 'type_first' } } as const])(
    'is a form around a picture, and the answer says what to send',
    async (readings) => {
      const { client } = await emulatorFor({ readings });
      const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes\r\n--x--\r\n`;
      const { body } = await client.upload({ body: Buffer.from(form), type: 'multipart/form-data; boundary=x' });
      expect(body.error.message).toContain('do not send multipart');
    },
  );
});
