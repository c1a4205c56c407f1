import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { REQUESTS } from '../testing/client.ts';
import { differences, type Input, pixelsOf, rolesOf, studio } from '../testing/pictures/studio.ts';

const HAIR = REQUESTS['hair.try_on'];
const SKIN = '/v1/skin/analyses';
const concerns = ['dark_circle', 'redness'];
const picturesOf = (named: readonly string[]) =>
  named.flatMap((concern) => ['mask', 'visual'].map((kind) => ({ concern, kind })));
const visualizations = picturesOf(concerns);

const LOOKS: { look: string; path: string; body: object }[] = [
  { look: 'makeup', ...REQUESTS['makeup.apply'] },
  { look: 'hair', ...HAIR },
  { look: 'skin', path: SKIN, body: { concerns, visualizations } },
];

const SIDE = 192;
/** A face that is fast to process. */
const small = await sharp(fixtures.face('short-blond').bytes()).resize(SIDE, SIDE).png().toBuffer();

const plain = (background: string) =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .png()
    .toBuffer();

describe('2.3 ResultAsset', () => {
  it('of skin has a role for each visualization, in the requested order', async () => {
    const { upload, finish } = await studio();
    const asked = visualizations.toReversed();
    const job = await finish(SKIN, [[await upload(small), 'source']], { concerns, visualizations: asked });
    expect(rolesOf(job).map(({ role }) => role)).toEqual(asked.map(({ kind, concern }) => `${kind}.${concern}`));
  });

  it('has the same bytes on another emulator; another seed changes only the pictures of skin', async () => {
    const made = async (seed: string) => {
      const { upload, finish, download } = await studio({ seed });
      const id = await upload(small);
      const bytes: Record<string, string> = {};
      for (const { look, path, body } of LOOKS) {
        for (const { role, href } of rolesOf(await finish(path, [[id, 'source']], body)))
          bytes[`${look} ${role}`] = (await download(href)).toString('base64');
      }
      return bytes;
    };
    const one = await made('one');
    expect(await made('one')).toEqual(one);
    const other = await made('two');
    expect(Object.keys(other)).toEqual(Object.keys(one));
    const changed = Object.keys(one).filter((name) => one[name] !== other[name]);
    expect(changed).toEqual(Object.keys(one).filter((name) => name.startsWith('skin ')));
  });

  it('is lossless WebP if the reading says so, for every product', async () => {
    const [png, webp] = [await studio(), await studio({ readings: { result_type: 'image/webp' } })];
    const [pngId, webpId] = [await png.upload(small), await webp.upload(small)];
    for (const { look, path, body } of LOOKS) {
      const expected = await png.resultsOf(await png.finish(path, [[pngId, 'source']], body));
      for (const { role, href, ...stated } of rolesOf(await webp.finish(path, [[webpId, 'source']], body))) {
        const bytes = await webp.download(href);
        expect(stated).toMatchObject({ media_type: 'image/webp', size_bytes: bytes.byteLength });
        expect((await sharp(bytes).metadata()).format).toBe('webp');
        expect((await pixelsOf(bytes)).data.equals(expected[role]?.data ?? Buffer.alloc(0)), look).toBe(true);
      }
    }
  });

  it('is the same picture with a separate id in each of many jobs on one face', async () => {
    const { emulator, upload, submit, jobOf, download } = await studio();
    const id = await upload(fixtures.face('grey-bob').bytes());
    const { path, body } = REQUESTS['makeup.apply'];
    const jobs: string[] = [];
    for (let count = 0; count < 50; count += 1) jobs.push(await submit(path, [[id, 'source']], body));
    await emulator.clock.advance('10s');
    const results = (await Promise.all(jobs.map(jobOf))).flatMap(rolesOf);
    expect(new Set(results.map(({ href }) => href)).size).toBe(50);
    const [first = Buffer.alloc(0), ...rest] = await Promise.all(results.map(({ href }) => download(href)));
    expect(first.byteLength).toBeGreaterThan(0);
    expect(rest.filter((bytes) => !bytes.equals(first))).toEqual([]);
  });
});

describe('2.3 SkinConcernResult', () => {
  it('that is unavailable has a reason and no picture, while the others have theirs', async () => {
    const { emulator, upload, finish } = await studio();
    const unavailable = { wrinkles: 'not_measurable', pore: 'not_measured' } as const;
    emulator.plans.add({ outcome: { status: 'succeeded', unavailable } });
    const asked = ['wrinkles', 'acne', 'pore', 'redness'];
    const body = { concerns: asked, visualizations: picturesOf(asked) };
    const job = await finish(SKIN, [[await upload(small), 'source']], body);
    expect(rolesOf(job).map(({ role }) => role)).toEqual([
      'mask.acne',
      'visual.acne',
      'mask.redness',
      'visual.redness',
    ]);
    const reasons = job.output.concerns.map((row: Record<string, unknown>) => [row.concern, row.unavailable_reason]);
    expect(Object.fromEntries(reasons)).toEqual({ ...unavailable, acne: null, redness: null });
  });

  it('has a stronger picture for a higher score', async () => {
    const { emulator, upload, finish, resultsOf } = await studio();
    const id = await upload(small);
    const brightest: number[] = [];
    for (const redness of [0, 50, 100]) {
      emulator.plans.add({ outcome: { status: 'succeeded', scores: { redness } } });
      const body = { concerns: ['redness'], visualizations: [{ concern: 'redness', kind: 'mask' }] };
      const results = await resultsOf(await finish(SKIN, [[id, 'source']], body));
      brightest.push((results['mask.redness']?.data ?? Buffer.alloc(1)).reduce((most, value) => Math.max(most, value)));
    }
    expect(brightest[0]).toBeGreaterThan(0);
    expect(brightest).toEqual([...new Set(brightest)].toSorted((a, b) => a - b));
  });
});

describe('4.2 POST /v1/hair/try-ons', () => {
  it.each([
    ['white', 'colors the whole picture', 1],
    ['black', 'leaves the whole picture as it was', 0],
  ])('a %s hair_mask %s', async (background, _, share) => {
    const { upload, finish, resultsOf } = await studio();
    const inputs: Input[] = [
      [await upload(small), 'source'],
      [await upload(await plain(background)), 'hair_mask'],
    ];
    const { image } = await resultsOf(await finish(HAIR.path, inputs, HAIR.body));
    const before = await pixelsOf(small);
    const { inside, whole } = differences(before, image ?? before, new Uint8Array(SIDE * SIDE).fill(255));
    expect(inside / whole).toBeCloseTo(share, 2);
  });

  it('a hair_mask that cannot be decoded fails the job', async () => {
    const { upload, finish } = await studio();
    const mask = await plain('white');
    const inputs: Input[] = [
      [await upload(small), 'source'],
      [await upload(mask.subarray(0, mask.indexOf('IDAT') + 10)), 'hair_mask'],
    ];
    const expected = { status: 'failed', output: null, error: { code: 'INPUT_UNPROCESSABLE' } };
    expect(await finish(HAIR.path, inputs, HAIR.body)).toMatchObject(expected);
  });

  it('shows the gradient that was applied', async () => {
    const { upload, finish } = await studio();
    const color_gradient = { dark: { color: '#112233', opacity: 0.25 }, light: { color: '#DDeeFF', opacity: 0 } };
    const { output } = await finish(HAIR.path, [[await upload(small), 'source']], { color_gradient });
    expect(output.applied).toEqual({ color_gradient });
  });
});
