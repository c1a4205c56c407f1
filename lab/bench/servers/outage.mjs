import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';

/**
 * So many deliveries to a receiver that is down for a day, in a world of their own. Prints how long their attempts took, and
 * ends. What runs for the first time is slow: it is done several times, and the last counts.
 */
const [url, count] = [process.argv[2], Number(process.argv[3])];
const TIMES = 3;
const emulator = await createEmulator({ listen: false, webhook_timeout: '30s' });
const face = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#caa184' } })
  .png()
  .toBuffer();

let last = {};
for (let time = 0; time < TIMES; time += 1) {
  // The first attempts wait until the jobs have ended: it is the deliveries that are timed.
  const readings = { first_attempt_delay: '1m' };
  const world = await emulator.worlds.create({ clock: 'frozen', journal_limit: 0, readings });
  const endpoint = world.webhooks.register({ url });
  await submitJobs(world.keys.test);
  await world.clock.advance('10s');
  const began = performance.now();
  await world.clock.advance('25h');
  last = figuresOf(world.webhooks.deliveries(endpoint.id), performance.now() - began);
  await emulator.worlds.remove(world.name);
}
console.log(JSON.stringify(last));
await emulator.close();

async function submitJobs(key) {
  const headers = { 'X-API-Key': key };
  const post = (path, type, sent, more = {}) =>
    emulator.fetch(path, { method: 'POST', headers: { ...headers, 'Content-Type': type, ...more }, body: sent });
  const { id } = await (await post('/v1/assets', 'image/png', face)).json();
  const body = JSON.stringify({
    inputs: [{ asset_id: id, role: 'source' }],
    products: [{ category: 'lipstick', color: '#a1304a' }],
  });
  for (let job = 0; job < count; job += 1) {
    await post('/v1/makeup/try-ons', 'application/json', body, { 'Idempotency-Key': `job-${job}` });
  }
}

function figuresOf(deliveries, milliseconds) {
  const attempts = deliveries.reduce((sum, { attempts: made }) => sum + made.length, 0);
  const wrong = deliveries.filter(({ state, attempts: made }) => state !== 'exhausted' || made.length < 7);
  if (deliveries.length !== count || wrong.length > 0) {
    throw new Error(
      `${wrong.length} of ${deliveries.length} deliveries did not end as they should: ${JSON.stringify(wrong[0])}`,
    );
  }
  return { attempts, milliseconds, perSecond: (attempts / milliseconds) * 1_000 };
}
