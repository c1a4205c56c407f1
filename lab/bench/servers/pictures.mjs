import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';
import { longestSliceDuring } from './longest-slice.mjs';

/** Pictures that somebody waits for, beside sharp reading, compositing and writing as many. Prints, and ends. */
const face = readFileSync(new URL('../../../fixtures/faces/grey-bob.png', import.meta.url));
const CONCERNS =
  'acne dark_circle eye_bag redness oiliness wrinkles firmness moisture pore tear_trough hyper_pigmentation droopy_upper_eyelid';
const concerns = CONCERNS.split(' ');
const visualizations = concerns.flatMap((concern) => ['mask', 'visual'].map((kind) => ({ concern, kind })));
const SKIN = ['/v1/skin/analyses', { concerns, visualizations }];
const products = [
  { category: 'foundation', color: '#e8b894' },
  { category: 'lipstick', color: '#b3123f' },
];
const MAKEUP = ['/v1/makeup/try-ons', { products }];

const CASES = {
  '12 megapixels with makeup': { inputs: [await photo(3000, 4000)], asks: MAKEUP, results: 1 },
  '24 visualizations of 1024 x 1024': { inputs: [await crop(5)], asks: SKIN, results: 24 },
  '5 of 1024 x 1024 with makeup': {
    inputs: await Promise.all([0, 1, 2, 3, 4].map((at) => crop(at))),
    asks: MAKEUP,
    results: 1,
  },
  '5 of 720 x 720 with makeup': {
    inputs: await Promise.all([6, 7, 8, 9, 10].map((at) => crop(at, 720))),
    asks: MAKEUP,
    results: 1,
  },
  '40 megapixels of one color, with makeup': { inputs: [await plain(8192, 4882)], asks: MAKEUP, results: 1 },
};

const own = await createEmulator({
  listen: false,
  clock: 'frozen',
  journal_limit: 0,
  readings: { face_detection: 'off', upload_max_bytes: 2 ** 26 },
});
// What comes first loads sharp and starts threads: a small picture does the one, a larger one the other.
for (const side of [400, 1200]) await work([await plain(side, side)], MAKEUP);

const figures = [];
for (const [name, { inputs, asks, results }] of Object.entries(CASES)) {
  const sharpMs = await milliseconds(() => composeAll(inputs, results));
  figures.push({ name, pictures: inputs.length * results, sharpMs, ...(await work(inputs, asks)) });
}
await own.close();
console.log(JSON.stringify(figures));

/** Uploads and submits them, and waits for the results; the main thread is looked at from the upload on. */
async function work(inputs, [path, body]) {
  let emulatorMs = 0;
  const slice = await longestSliceDuring(async () => {
    const ids = [];
    for (const { type, bytes } of inputs) ids.push((await post('/v1/assets', { 'Content-Type': type }, bytes)).id);
    for (const id of ids) {
      const json = { 'Content-Type': 'application/json', 'Idempotency-Key': id };
      await post(path, json, JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], ...body }));
    }
    emulatorMs = await milliseconds(() => own.clock.advance('1m'));
  });
  const wrong = own.jobs.list().filter(({ status }) => status !== 'succeeded');
  if (wrong.length > 0) throw new Error(`${wrong.length} jobs of ${path} did not succeed`);
  return { emulatorMs, ...slice };
}

async function composeAll(inputs, results) {
  const tasks = inputs.flatMap(({ bytes, overlay }) => Array.from({ length: results }, () => compose(bytes, overlay)));
  await Promise.all(tasks);
}

function compose(bytes, overlay) {
  return sharp(bytes)
    .removeAlpha()
    .composite([overlay])
    .removeAlpha()
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
}

/** The face as a phone would photograph it. */
async function photo(width, height) {
  const bytes = await sharp(face).resize(width, height, { fit: 'fill' }).jpeg({ quality: 90 }).toBuffer();
  return { type: 'image/jpeg', bytes, overlay: await overlayOf(width, height) };
}

/** The face in a crop of its own, so that nothing of it is known from before. */
async function crop(index, side = 1024) {
  const part = sharp(face).extract({ left: 0, top: index, width: 1000, height: 1000 });
  return {
    type: 'image/png',
    bytes: await part.resize(side, side).png().toBuffer(),
    overlay: await overlayOf(side, side),
  };
}

async function plain(width, height) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#caa184' } })
    .png()
    .toBuffer();
  return { type: 'image/png', bytes, overlay: await overlayOf(width, height) };
}

/** A color on an oval in the middle, as pixels: what is composited need not be decoded. */
async function overlayOf(width, height) {
  const oval = `<ellipse cx="50%" cy="50%" rx="30%" ry="38%" fill="#e8b894" fill-opacity="0.5"/>`;
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${oval}</svg>`);
  const { data, info } = await sharp(svg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

async function milliseconds(act) {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function post(path, more, body) {
  const headers = { 'X-API-Key': 'pk_test_demo', ...more };
  const answer = await own.fetch(path, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
