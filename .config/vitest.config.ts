import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['{emulator,conformance,shared,docker,fixtures,docs}/**/*.test.ts'],
    globalSetup: '.config/vitest.setup.ts',
    // Files share what they import: no test changes a module, and loading the emulator anew for each costs a minute.
    isolate: false,
    // What is bundled is loaded as it is.
    server: { deps: { external: [/\/\.test-dist\//] } },
    maxWorkers: '100%',
    // How long a test takes hangs on who else uses the machine: only what never ends fails by it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
