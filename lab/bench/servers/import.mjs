import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

/** Runs imported.mjs as a vitest test, because `tryon-kit/vitest` can only be imported there, and prints its output. */
process.env.BENCH_IMPORT = process.argv[2];
const vitest = await startVitest('test', [], {
  watch: false,
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  config: false,
  include: ['lab/bench/servers/imported.mjs'],
  reporters: [{ onUserConsoleLog: ({ content }) => void process.stdout.write(content) }],
  // In a user's project the package is in node_modules, so vitest does not transform it. Do the same here.
  server: { deps: { external: [/\/dist\//] } },
});
await vitest.close();
