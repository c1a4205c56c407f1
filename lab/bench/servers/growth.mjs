import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';

/**
 * What one operation costs in an emulator with so many jobs in flight, and so many worlds beside. Prints microseconds of CPU,
 * of all threads, by operation, and ends. Through `fetch`, whose own part is the same everywhere.
 */
const [jobs, worlds] = process.argv.slice(2).map(Number);
const TIMES = 1_000;
const ROUNDS = 5;

const emulator = await createEmulator({
  listen: false,
  clock: 'frozen',
  journal_limit: 100,
  stages: { queued: '1h', picked_up: 0, preparing: 0, processing: 0 },
  memory: { records: 100_000_000 },
  accounts: [{ name: 'bench', credits: { granted: 1_000_000_000 }, keys: [{ secret: 'pk_live_bench' }] }],
});
const face = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#caa184' } })
  .png()
  .toBuffer();
const { id: asset } = await post('/v1/assets', { 'Content-Type': 'image/png' }, face);
const body = JSON.stringify({
  inputs: [{ asset_id: asset, role: 'source' }],
  products: [{ category: 'lipstick', color: '#a1304a' }],
});
const keys = [emulator.keys.live];
for (let world = 1; world < worlds; world += 1) {
  const { keys: own } = await emulator.worlds.create({ clock: 'frozen', journal_limit: 10 });
  keys.push(own.live);
}
const ids = [];
let submitted = 0;
for (let job = 0; job < jobs; job += 1) ids.push((await submit()).id);

const anyOf = (list) => list[Math.floor(Math.random() * list.length)];
const figures = {
  'save a snapshot': await cheapest(1, () => emulator.snapshots.save('growth')),
  'load a snapshot': await cheapest(1, () => emulator.snapshots.load('growth')),
  read: await cheapest(TIMES, () => get(`/v1/jobs/${anyOf(ids)}`)),
  'read in any world': await cheapest(TIMES, () => get('/v1/usage', anyOf(keys))),
  'page of 20 jobs': await cheapest(TIMES / 5, () => get('/v1/jobs?limit=20')),
  submit: await cheapest(TIMES / 5, submit),
  'advance, a timer': await advance(),
};
console.log(JSON.stringify({ jobs, worlds, figures }));
await emulator.close();

/** The least of a few rounds: other work on the machine only ever adds to it. */
async function cheapest(times, act) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const spent = await cpuOf(async () => {
      for (let time = 0; time < times; time += 1) await act();
    });
    least = Math.min(least, spent / times);
  }
  return least;
}

/** All jobs through their whole life, results included: what each piece of work costs that falls due. */
async function advance() {
  let fired = 0;
  const spent = await cpuOf(async () => {
    fired = (await emulator.clock.advance('2h')).fired.length;
  });
  return spent / fired;
}

async function cpuOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function submit() {
  submitted += 1;
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `job-${submitted}` };
  return post('/v1/makeup/try-ons', headers, body);
}

function get(path, key = keys[0]) {
  return ask(path, { headers: { 'X-API-Key': key } });
}

function post(path, headers, sent) {
  return ask(path, { method: 'POST', headers: { 'X-API-Key': emulator.keys.live, ...headers }, body: sent });
}

async function ask(path, init) {
  const answer = await emulator.fetch(path, init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
