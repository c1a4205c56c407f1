/** Imports what one kind of server needs in a new process, and prints the time and the CPU that it took, in milliseconds. */
const MODULES = {
  emulator: ['../../../dist/vitest.js'],
  bare: ['node:http'],
  Hono: ['hono', '@hono/node-server'],
  least: ['./least.mjs'],
  vitest: ['vitest'],
};
const [began, cpu] = [performance.now(), process.cpuUsage()];
for (const name of MODULES[process.argv[2]]) await import(name);
const milliseconds = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ milliseconds, cpu: (user + system) / 1_000 }));
