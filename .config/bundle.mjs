// Bundles the package into a folder: few files to load make a start fast. What is native stays a dependency.
import { cpSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

const ENTRIES = { index: 'emulator/index.ts', cli: 'emulator/cli.ts', fixtures: 'fixtures/index.ts' };
const EXTERNAL = [/^node:/, 'sharp', 'yaml'];

export async function bundleInto(dir) {
  rmSync(dir, { recursive: true, force: true });
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
}
