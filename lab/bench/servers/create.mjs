import { createEmulator } from '../../../dist/index.js';

/**
 * Starts each server in this process, where all of them are already loaded, sends one request and closes the server.
 * Prints the milliseconds of each, measured in interleaved rounds.
 */
const rounds = Number(process.argv[2]);
const emulator = async () => {
  const made = await createEmulator();
  return { port: new URL(made.url).port, key: made.keys.live, close: () => made.close() };
};
const starts = { emulator };
for (const kind of ['bare', 'Hono', 'least']) starts[kind] = (await import(`./${kind}.mjs`)).start;

const times = { emulator: [], bare: [], Hono: [], least: [] };
// The first round is a warm-up.
for (let round = 0; round <= rounds; round += 1)
  for (const [kind, start] of Object.entries(starts)) {
    const began = performance.now();
    const { port, key = 'pk_live_bench', close } = await start();
    const answer = await fetch(`http://127.0.0.1:${port}/v1/assets`, { headers: { 'X-API-Key': key } });
    await answer.text();
    await close();
    if (answer.status !== 200) throw new Error(`${kind} answered ${answer.status} to its first request`);
    if (round > 0) times[kind].push(performance.now() - began);
  }
console.log(JSON.stringify(times));
process.exit(0);
