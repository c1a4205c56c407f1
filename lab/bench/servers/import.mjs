import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

/** Runs imported.mjs as a test of vitest, since `tryon-kit/vitest` can be imported there only, and prints what it prints. */
process.env.BENCH_IMPORT = process.argv[2];
const vitest = await startVitest('test', [], {
  watch: false,
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  config: false,
  include: ['lab/bench/servers/imported.mjs'],
  reporters: [{ onUserConsoleLog: ({ content }) => void process.stdout.write(content) }],
  // As in the project of a user, where the package is in node_modules, vitest does not transform it.
  server: { deps: { external: [/\/dist\//] } },
});
await vitest.close();
