import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Whole gradings, what runs in processes of its own, and what is tried with tools of others: they take long, and have a step
 * of their own, `npm run test:whole`.
 */
const WHOLE = [
  'conformance/{other-make,ways-to-drive,declined-members,targets-of-all-kinds,cli/{servers,reports,own-suite,authoring,commands/run}}.test.ts',
  'conformance/{play/worked-examples,readme,vitest,certify,proof/prove}.test.ts',
  'conformance/{other-origins.property,hostile-servers}.test.ts',
  'docs/{recipes,reference/generate/language}.test.ts',
  'emulator/{readme,clients/clients,cli/{exec,listen}}.test.ts',
  'examples/**/*.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: mode === 'whole' ? WHOLE : ['{emulator,conformance,shared,docker,fixtures,docs}/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(mode === 'whole' ? [] : WHOLE)],
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
}));
