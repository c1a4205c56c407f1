// Bundles the package into a folder: few files to load make a start fast. What is native stays a dependency, and what
// most users do without stays for those to install who want it.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';

const ENTRIES = {
  index: 'emulator/index.ts',
  cli: 'emulator/cli.ts',
  fixtures: 'fixtures/index.ts',
  conformance: 'conformance/index.ts',
  'conformance-cli': 'conformance/cli.ts',
  'conformance-vitest': 'conformance/vitest.ts',
  testcontainers: 'docker/testcontainers.ts',
};
const EXTERNAL = [/^node:/, 'sharp', 'yaml', 'vitest', 'testcontainers'];

/** With `keep`, what is there stays until it is replaced: chunks are named by their content, so others may go on using them. */
export async function bundleInto(dir, { keep = false } = {}) {
  if (!keep) rmSync(dir, { recursive: true, force: true });
  const bundle = await rolldown({ input: ENTRIES, platform: 'node', external: EXTERNAL });
  await bundle.write({
    dir,
    format: 'esm',
    minify: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
  for (const folder of ['faces', 'magic'])
    cpSync(`fixtures/${folder}`, `${dir}/fixtures/${folder}`, { recursive: true });
  await packSuite(dir);
}

/** The suite is read once here, and not at every start: most of the time of a short run would go into YAML. */
async function packSuite(dir) {
  const bundle = await rolldown({ input: { pack: 'conformance/pack-suite.ts' }, platform: 'node', external: EXTERNAL });
  await bundle.write({ dir: `${dir}/pack`, format: 'esm' });
  await bundle.close();
  const packed = execFileSync(process.execPath, [`${dir}/pack/pack.js`], { maxBuffer: 2 ** 28 });
  rmSync(`${dir}/pack`, { recursive: true, force: true });
  writeFileSync(`${dir}/suite.json`, packed);
}
