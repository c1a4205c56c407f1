/**
 * Runs one server of the bench in its own process: `serve.mjs bare`. It prints its address, answers the questions of
 * the bench over IPC, and ends when the bench disconnects.
 */
const { start } = await import(`./${process.argv[2]}.mjs`);
const server = await start();
const answers = { rss: () => process.memoryUsage.rss(), heap: heapBytes, cpu: cpuMicroseconds, ...server.answers };

process.on('message', async ({ ask, about }) => process.send({ answer: (await answers[ask](about)) ?? null }));
process.on('disconnect', () => process.exit());
if (server.port !== undefined) console.log(`http://127.0.0.1:${server.port}`);

/** The objects that are in use, without garbage. */
function heapBytes() {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  process.getBuiltinModule('node:vm').runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** The CPU time of all threads, in user mode and in the kernel. */
function cpuMicroseconds() {
  const { user, system } = process.cpuUsage();
  return user + system;
}
