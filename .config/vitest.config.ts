import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Whole gradings and searches, tests that start processes or use other tools, and all pictures of the fixtures. They
 * take long, so they run in a separate step, `npm run test:whole`.
 */
const WHOLE = [
  'conformance/{cli,one-key,targets-of-all-kinds,hostile-servers}.test.ts',
  'conformance/cli/{reports,own-suite,authoring,waits,observe/observe,commands/run,commands/trace}.test.ts',
  'conformance/report/curl/curl.test.ts',
  'conformance/{play/worked-examples,vitest,certify,cli/watch/watch}.test.ts',
  'conformance/{run/run-suite,report/verify,report/verify-altered,sessions/{play-sessions,receivers}}.test.ts',
  'conformance/other-origins.property.test.ts',
  'docs/{actions,guides,snippets,ci,vary-runners}.test.ts',
  'emulator/cli/{exec,files,keep-up,vary/clients,listen,log/start-log,control/follow,covered/suites}.test.ts',
  'emulator/{control/worlds-at-once,record/replay,webhooks/overlap}.test.ts',
  'emulator/{clients/clients,vitest/world-test,record/whole-session,webhooks/probe/careless,behaviours/how-to-meet}.test.ts',
  'emulator/spec/{result-images,odd-images}.test.ts',
  'fixtures/{golden,index}.test.ts',
  'examples/**/*.test.ts',
  'lab/other-make/{calibrate,explore,one-product,other-make,ways-to-drive,declared-off,declined-members}.test.ts',
  'lab/{fuzz/files/file-fuzz,kills/kills,proof/{prove,faulty-server},public-api/areas,simulation/simulate}.test.ts',
  'lab/reference/{language,control-examples}.test.ts',
];

/** These take longest, so they begin first: by default, Vitest begins with the largest files, and one of these would run alone at the end. */
const LONG = ['ways-to-drive', 'guides', 'hostile-servers', 'calibrate', 'partial-server'].map(
  (name) => `/${name}.test.ts`,
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig(({ mode }) => ({
  // As in the bundle, a schema is created when it is first used.
  resolve: {
    alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('../shared/lazy-zod.ts', import.meta.url)) }],
  },
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: mode === 'whole' ? WHOLE : ['{emulator,conformance,shared,docker,fixtures,docs,lab}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'lab/strangers/clients/**', ...(mode === 'whole' ? [] : WHOLE)],
    globalSetup: '.config/vitest.setup.ts',
    sequence: { sequencer: LongestFirst },
    // Files share their imports: no test changes a module, and loading the emulator again for each file takes a minute
    // in total.
    isolate: false,
    // Transformed files are kept in node_modules for the next run.
    experimental: { fsModuleCache: true },
    // Bundled files are loaded unchanged.
    server: { deps: { external: [/\/\.test-dist\//] } },
    // While one worker waits for a socket or a picture, another continues.
    maxWorkers: '150%',
    // The duration of a test depends on the load of the machine, so only a test that never ends should exceed these.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
}));
