import { Agent, request } from 'node:http';
import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';

/**
 * Measures deliveries per second to a receiver that accepts all of them, and compares with node:http, which posts as
 * many bodies of the same size over 16 connections, in interleaved rounds.
 */
const [url, count, rounds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const BODY = Buffer.alloc(900, ' ');
const emulator = await createEmulator({ listen: false });
const face = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#caa184' } })
  .png()
  .toBuffer();
const rates = { emulator: [], bare: [] };
// The first round is a warm-up.
for (let round = 0; round <= rounds; round += 1) {
  const [own, bare] = [await deliver(), await post()];
  if (round === 0) continue;
  rates.emulator.push(own);
  rates.bare.push(bare);
}
console.log(JSON.stringify(rates));
await emulator.close();
process.exit(0);

async function deliver() {
  // Delay the first attempts until the jobs have ended, so that only deliveries are timed.
  const world = await emulator.worlds.create({ clock: 'frozen', readings: { first_attempt_delay: '1m' } });
  const { id: endpoint } = world.webhooks.register({ url });
  await submitJobs(world.keys.test);
  await world.clock.advance('10s');
  const began = performance.now();
  await world.clock.advance('2m');
  const took = performance.now() - began;
  const deliveries = world.webhooks.deliveries(endpoint);
  const missed = deliveries.filter(({ state }) => state !== 'delivered').length;
  if (deliveries.length < count || missed > 0)
    throw new Error(`${missed} of ${deliveries.length} deliveries did not arrive; at least ${count} were expected`);
  await emulator.worlds.remove(world.name);
  return (deliveries.length / took) * 1_000;
}

async function submitJobs(key) {
  const send = async (path, type, body, more = {}) => {
    const headers = { 'X-API-Key': key, 'Content-Type': type, ...more };
    const answer = await emulator.fetch(path, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { id } = await send('/v1/assets', 'image/png', face);
  const order = { inputs: [{ asset_id: id, role: 'source' }], products: [{ category: 'lipstick', color: '#a1304a' }] };
  for (let job = 0; job < count; job += 1)
    await send('/v1/makeup/try-ons', 'application/json', JSON.stringify(order), { 'Idempotency-Key': `job-${job}` });
}

async function post() {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': BODY.byteLength };
  const one = () =>
    new Promise((done, failed) => {
      const sent = request(url, { method: 'POST', agent, headers }, (answer) => answer.resume().on('end', done));
      sent.on('error', failed).end(BODY);
    });
  const began = performance.now();
  await Promise.all(Array.from({ length: count }, one));
  agent.destroy();
  return (count / (performance.now() - began)) * 1_000;
}
