import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';

/** Jobs and uploads up to a bound for pictures, and their results read again. Prints what was held, and ends. */
const [bound, count] = process.argv.slice(2);
const face = readFileSync(new URL('../../../fixtures/faces/grey-bob.png', import.meta.url));
const SIDE = 720;
const products = [{ category: 'lipstick', color: '#b3123f' }];
const headers = { 'X-API-Key': 'pk_test_demo' };

const emulator = await createEmulator({ listen: false, clock: 'frozen', memory: { picture_bytes: bound } });
const inputs = await Promise.all(Array.from({ length: Number(count) }, (_, index) => crop(index)));
for (const [index, input] of inputs.entries()) {
  const { id } = await (await upload(input)).json();
  const json = { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': `job-${index}` };
  const body = JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], products });
  await emulator.fetch('/v1/makeup/try-ons', { method: 'POST', headers: json, body });
  await emulator.clock.advance('10s');
}
let uploads = 0;
// A PNG ends where it says so: with other bytes behind it, it is another picture of the same size.
while (uploads < inputs.length && (await upload(Buffer.concat([inputs[uploads], Buffer.alloc(8)]))).ok) uploads += 1;

const { held, bounds, given_up } = emulator.memory.read();
const { rss } = process.memoryUsage();
const { data } = await (await emulator.fetch('/v1/assets?purpose=result&limit=100', { headers })).json();
const results = [];
const digests = [];
for (const { id } of data) {
  const began = performance.now();
  const content = await emulator.fetch(`/v1/assets/${id}/content`, { headers });
  const bytes = Buffer.from(await content.arrayBuffer());
  const took = performance.now() - began;
  if (!content.ok) throw new Error(`a result answered ${content.status}`);
  digests.push(createHash('sha256').update(bytes).digest('hex'));
  results.push(took);
}
console.log(
  JSON.stringify({
    held: held.picture_bytes,
    bound: bounds.picture_bytes,
    givenUp: given_up.pictures,
    results: data.length,
    refused: uploads < inputs.length,
    readMs: middle(results),
    digest: createHash('sha256').update(digests.join()).digest('hex'),
    rss,
  }),
);
await emulator.close();

function crop(index) {
  return sharp(face)
    .extract({ left: index % 20, top: index % 25, width: 950, height: 950 })
    .resize(SIDE, SIDE)
    .png()
    .toBuffer();
}

function upload(body) {
  return emulator.fetch('/v1/assets', { method: 'POST', headers: { ...headers, 'Content-Type': 'image/png' }, body });
}

function middle(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
