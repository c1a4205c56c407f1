import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['{emulator,conformance}/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
