import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { REQUESTS } from '../testing/client.ts';
import { studio } from '../testing/pictures/studio.ts';
import { UNTIL } from '../testing/steps.ts';

const OPERATIONS = Object.entries(REQUESTS);
const MAKEUP = REQUESTS['makeup.apply'];
const slow = fixtures.magicImage('slow');
const FAILING = fixtures
  .magic()
  .flatMap(({ name, outcome }) => ('code' in outcome ? [[name, outcome.code, outcome.message] as const] : []));

describe('a magic image', () => {
  it.each(FAILING)('%s fails every product with %s', async (name, code, message) => {
    const { upload, finish } = await studio();
    const image = fixtures.magicImage(name);
    const id = await upload(image.bytes(), image.mediaType);
    for (const [operation, { path, body }] of OPERATIONS) {
      const job = await finish(path, [[id, 'source']], body);
      expect(job).toMatchObject({ operation, status: 'failed', output: null, error: { code, message } });
    }
  });

  it.each(OPERATIONS)('slow takes exactly 30 s of processing, and succeeds: %s', async (_, product) => {
    const { emulator, upload, submit, jobOf } = await studio();
    const id = await submit(product.path, [[await upload(slow.bytes(), slow.mediaType), 'source']], product.body);
    await emulator.clock.advance(UNTIL.processing);
    await emulator.clock.advance('29999ms');
    expect(await jobOf(id)).toMatchObject({ status: 'running', output: null });
    await emulator.clock.advance('1ms');
    expect(await jobOf(id)).toMatchObject({ status: 'succeeded', error: null });
  });

  it('is recognized by its bytes: the same picture encoded again is an ordinary one', async () => {
    const { upload, finish } = await studio();
    const reencoded = await sharp(fixtures.magicImage('processing-fails').bytes()).png().toBuffer();
    const job = await finish(MAKEUP.path, [[await upload(reencoded), 'source']], MAKEUP.body);
    expect(job.status).toBe('succeeded');
  });

  it('is overridden by the outcome and the stages of a plan, each separately', async () => {
    const { emulator, upload, submit, jobOf } = await studio();
    const failing = fixtures.magicImage('expires-soon');
    const id = await upload(failing.bytes(), failing.mediaType);
    emulator.plans.add({ outcome: { status: 'succeeded' } });
    const planned = await submit(MAKEUP.path, [[id, 'source']], MAKEUP.body);
    await emulator.clock.advance(UNTIL.ended);
    expect((await jobOf(planned)).status).toBe('succeeded');

    emulator.plans.add({ stages: { processing: '1s' } });
    const hurried = await submit(MAKEUP.path, [[await upload(slow.bytes(), slow.mediaType), 'source']], MAKEUP.body);
    await emulator.clock.advance('3s');
    expect((await jobOf(hurried)).status).toBe('succeeded');

    const unplanned = await submit(MAKEUP.path, [[id, 'source']], MAKEUP.body);
    await emulator.clock.advance(UNTIL.ended);
    expect((await jobOf(unplanned)).error.code).toBe('INPUT_EXPIRED');
  });
});

describe('2.2 an image without any face', () => {
  const wall = (background: string) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer();
  const landscape = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><rect width="96" height="64" fill="#8fbfe8"/><path d="M0 40 L30 24 L60 42 L96 30 V64 H0 Z" fill="#4d8a3f"/></svg>',
  );
  const greys = Uint8Array.from({ length: 64 * 64 }, (_, index) => (index * 7919 + ((index * index) % 251)) % 256);
  const noise = () =>
    sharp(greys, { raw: { width: 64, height: 64, channels: 1 } })
      .png()
      .toBuffer();

  it.each<[string, () => Promise<Buffer>]>([
    ['a blue wall', () => wall('#2050c0')],
    ['a grey wall', () => wall('#808080')],
    ['noise of greys', noise],
    ['a landscape', () => sharp(landscape).png().toBuffer()],
  ])('%s fails every product, unless readings.face_detection is off', async (_, make) => {
    const bytes = await make();
    for (const face_detection of ['on', 'off'] as const) {
      const { upload, finish } = await studio({ readings: { face_detection } });
      const id = await upload(bytes);
      for (const [, { path, body }] of OPERATIONS) {
        const { status, error } = await finish(path, [[id, 'source']], body);
        const expected = face_detection === 'on' ? ['failed', 'INPUT_UNPROCESSABLE'] : ['succeeded', undefined];
        expect([status, error?.code]).toEqual(expected);
      }
    }
  });

  it('is still a magic image if readings.face_detection is off', async () => {
    const { upload, finish } = await studio({ readings: { face_detection: 'off' } });
    const image = fixtures.magicImage('no-face');
    const job = await finish(MAKEUP.path, [[await upload(image.bytes(), image.mediaType), 'source']], MAKEUP.body);
    expect(job.error.code).toBe('INPUT_UNPROCESSABLE');
  });
});
