import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';

/** Results of each operation on faces that were never seen before, beside sharp reading and writing the same. Prints, and ends. */
const count = Number(process.argv[2]);
const face = readFileSync(new URL('../../../fixtures/faces/grey-bob.png', import.meta.url));
const CONCERN = 'redness';
const OPERATIONS = {
  'makeup.apply': [
    '/v1/makeup/try-ons',
    {
      products: [
        { category: 'foundation', color: '#e8b894' },
        { category: 'lipstick', color: '#b3123f' },
      ],
    },
  ],
  'hair.try_on': ['/v1/hair/try-ons', { color_gradient: { dark: { color: '#3b1a6e' }, light: { color: '#d45fb0' } } }],
  'skin.analyze': [
    '/v1/skin/analyses',
    { concerns: [CONCERN], visualizations: [{ concern: CONCERN, kind: 'visual' }] },
  ],
};

const inputs = await Promise.all(Array.from({ length: count }, (_, index) => variant(index)));
// Threads, and the faces that they have open, are kept as long as an emulator of the process is there.
const held = await createEmulator({ listen: false });
const headers = { 'X-API-Key': 'pk_test_demo' };
const figures = { sharp: await perSecond(() => Promise.all(inputs.map(readAndWrite))) };

for (const [operation, [path, body]] of Object.entries(OPERATIONS)) {
  const own = await createEmulator({ listen: false, clock: 'frozen', journal_limit: 0 });
  const assets = [];
  for (const input of inputs) assets.push(await post(own, '/v1/assets', { 'Content-Type': 'image/png' }, input));
  for (const [index, { id }] of assets.entries()) {
    const json = { 'Content-Type': 'application/json', 'Idempotency-Key': `job-${index}` };
    await post(own, path, json, JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], ...body }));
  }
  figures[operation] = await perSecond(() => own.clock.advance('1m'));
  const wrong = own.jobs.list().filter(({ status }) => status !== 'succeeded');
  if (wrong.length > 0) throw new Error(`${wrong.length} jobs of ${operation} did not succeed`);
  await own.close();
}
await held.close();
console.log(JSON.stringify(figures));

/** The face in another size of crop, so that nothing of it is known from before. */
function variant(index) {
  return sharp(face).extract({ left: 0, top: index, width: 1000, height: 1000 }).resize(1024, 1024).png().toBuffer();
}

async function readAndWrite(input) {
  const { data, info } = await sharp(input).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
}

async function perSecond(work) {
  const began = performance.now();
  await work();
  return (count / (performance.now() - began)) * 1_000;
}

async function post(target, path, more, body) {
  const answer = await target.fetch(path, { method: 'POST', headers: { ...headers, ...more }, body });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}
