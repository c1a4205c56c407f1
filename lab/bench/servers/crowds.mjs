import { createEmulator } from '../../../dist/index.js';

/** Many worlds, and many who wait for what does not come. Prints how long they took, and ends. */
const [worlds, waiters] = process.argv.slice(2).map(Number);
const EXCHANGES = 10_000;
const REQUESTS = 50;

const crowded = await createEmulator({ listen: false, clock: 'frozen' });
const worldsMs = await timed(async () => {
  for (let world = 0; world < worlds; world += 1) await crowded.worlds.create({ clock: 'frozen' });
});
await crowded.close();

const emulator = await createEmulator({ listen: false, clock: 'frozen' });
await ask(EXCHANGES);
const aloneMs = await timed(() => ask(REQUESTS));
const gone = new AbortController();
const request = { route: 'GET /v1/jobs/:id', path: '/v1/jobs/*' };
const waits = [];
const beginMs = await timed(() => {
  for (let waiter = 0; waiter < waiters; waiter += 1) {
    waits.push(emulator.journal.wait({ request, timeout: '5m' }, { signal: gone.signal }));
  }
});
const besideMs = await timed(() => ask(REQUESTS));
await emulator.fetch('/v1/jobs/job_none', { headers: { 'X-API-Key': emulator.keys.test } });
await Promise.all(waits);
console.log(JSON.stringify({ worldsMs, beginMs, aloneMs: aloneMs / REQUESTS, besideMs: besideMs / REQUESTS }));
await emulator.close();

async function ask(times) {
  for (let time = 0; time < times; time += 1) {
    await emulator.fetch('/v1/usage', { headers: { 'X-API-Key': emulator.keys.test } });
  }
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
