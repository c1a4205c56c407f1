import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';

/** So many jobs in flight, and a day that passes over them. Prints what it took, and ends. */
const jobs = Number(process.argv[2]);
const emulator = await createEmulator({ listen: false, clock: 'frozen', journal_limit: 0, accounts: [account()] });

const face = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#caa184' } })
  .png()
  .toBuffer();
const { id } = await post('/v1/assets', { 'Content-Type': 'image/png' }, face);
const body = JSON.stringify({
  inputs: [{ asset_id: id, role: 'source' }],
  products: [{ category: 'lipstick', color: '#a1304a' }],
});

const before = keptBytes();
const submitBegan = performance.now();
for (let job = 0; job < jobs; job += 1) {
  await post('/v1/makeup/try-ons', { 'Content-Type': 'application/json', 'Idempotency-Key': `job-${job}` }, body);
}
const advanceBegan = performance.now();
const fired = (await emulator.clock.advance('1d')).fired.length;
const ended = performance.now();
const bytesPerJob = (keptBytes() - before) / jobs;
const succeeded = emulator.jobs.list().filter(({ status }) => status === 'succeeded').length;
if (succeeded !== jobs) throw new Error(`${succeeded} of ${jobs} jobs succeeded`);

console.log(
  JSON.stringify({ jobs, fired, submitMs: advanceBegan - submitBegan, advanceMs: ended - advanceBegan, bytesPerJob }),
);
await emulator.close();

/** What a collector leaves (`--expose-gc`): what the process has beside it is the machine's matter. */
function keptBytes() {
  for (let round = 0; round < 3; round += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function account() {
  return { name: 'bench', credits: { granted: 1_000_000_000 }, keys: [{ secret: 'pk_live_bench' }] };
}

async function post(path, headers, sent) {
  const answer = await emulator.fetch(path, {
    method: 'POST',
    headers: { 'X-API-Key': emulator.keys.live, ...headers },
    body: sent,
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}
