import { it } from 'vitest';

/** What is imported for each kind of server. */
const MODULES = {
  emulator: ['../../../dist/vitest.js'],
  bare: ['node:http'],
  Hono: ['hono', '@hono/node-server'],
  least: ['./least.mjs'],
};

// The import comes before the test, as in a test file. It is timed in milliseconds.
const [began, cpu] = [performance.now(), process.cpuUsage()];
for (const name of MODULES[process.env.BENCH_IMPORT]) await import(name);
const milliseconds = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);

it('prints what the import took', () => {
  console.log(JSON.stringify({ milliseconds, cpu: (user + system) / 1_000 }));
});
