import { expect, it } from 'vitest';

/** The modules to import for each kind of server. */
const MODULES = {
  emulator: ['../../../dist/vitest.js'],
  bare: ['node:http'],
  Hono: ['hono', '@hono/node-server'],
  least: ['./least.mjs'],
};

// The import comes before the test, as in a test file. Its time is in milliseconds.
const kind = process.env.BENCH_IMPORT;
const [began, cpu] = [performance.now(), process.cpuUsage()];
const imported = [];
for (const name of MODULES[kind]) imported.push(await import(name));
const ofImport = took();

function took() {
  const { user, system } = process.cpuUsage(cpu);
  return { milliseconds: performance.now() - began, cpu: (user + system) / 1_000 };
}

async function ask(url, key) {
  const answer = await fetch(`${url}/v1/assets`, { headers: { 'X-API-Key': key } });
  expect(answer.status).toBe(200);
  await answer.text();
  const { milliseconds: testMilliseconds, cpu: testCpu } = took();
  console.log(JSON.stringify({ ...ofImport, testMilliseconds, testCpu }));
}

// The first test has its own server and sends one request to it.
if (kind === 'emulator') imported[0].test('prints what it took', ({ world }) => ask(world.url, world.keys.live));
else
  it('prints what it took', async () => {
    const { start } = await import(/* @vite-ignore */ `./${kind}.mjs`);
    const { port, close } = await start();
    await ask(`http://127.0.0.1:${port}`, 'pk_live_bench');
    await close?.();
  });
