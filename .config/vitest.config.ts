import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['{emulator,conformance,docker,fixtures}/**/*.test.ts'],
    globalSetup: '.config/vitest.setup.ts',
    // Files share what they import: no test changes a module, and loading the emulator anew for each costs a minute.
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 20_000,
  },
});
