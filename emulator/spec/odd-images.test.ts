import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { emulatorFor, REQUESTS } from '../testing/client.ts';

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
  ['very long PNG', 'image/png', () => face().resize(32, 2000, { fit: 'fill' }).png().toBuffer()],
  ['smallest PNG', 'image/png', () => face().resize(32, 32, { fit: 'fill' }).png().toBuffer()],
];

async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all([face().raw().toBuffer(), face().negate().raw().toBuffer()]);
  const raw = { width: 120, height: 320, channels: 3, pageHeight: 160 } as const;
  return sharp(Buffer.concat(frames), { raw })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

describe('an odd but good image', () => {
  it.each(ODD)('%s is taken, and every job on it ends as the spec provides for', async (_, type, make) => {
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

  it('a JPEG that is turned by its EXIF is taken upright, and so are its results', async () => {
    const { emulator, client } = await emulatorFor({ readings: { face_detection: 'off' } });
    const turned = await face().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { body: asset } = await client.upload({ body: turned, type: 'image/jpeg' });
    expect([asset.width, asset.height]).toEqual([160, 120]);
    const { path, body } = REQUESTS['makeup.apply'];
    const { body: job } = await client.submit(path, { inputs: [{ asset_id: asset.id, role: 'source' }], ...body });
    await emulator.clock.advance('10s');
    const { output } = (await client.get(`/v1/jobs/${job.id}`)).body;
    expect([output.image.width, output.image.height]).toEqual([160, 120]);
  });
});

describe('an image that is not of the three kinds', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['GIF', () => face().gif().toBuffer()],
    ['TIFF', () => face().tiff().toBuffer()],
    ['AVIF', () => face().avif({ effort: 0 }).toBuffer()],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>')],
  ])('%s is refused with the reason', async (_, make) => {
    const { client } = await emulatorFor();
    const { status, body } = await client.upload({ body: await make(), type: 'image/png' });
    expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error.message).toContain('is no JPEG, PNG or WebP');
  });
});
