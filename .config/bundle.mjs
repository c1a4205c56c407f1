// Bundles the package into a folder: few files to load make a start fast. What is native stays a dependency.
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

const ENTRIES = { index: 'emulator/index.ts', cli: 'emulator/cli.ts' };
const EXTERNAL = [/^node:/, 'sharp', 'yaml'];

export async function bundleInto(dir) {
  rmSync(dir, { recursive: true, force: true });
  const bundle = await rolldown({ input: ENTRIES, platform: 'node', external: EXTERNAL });
  await bundle.write({ dir, format: 'esm', minify: true, sourcemap: true, chunkFileNames: 'chunks/[name]-[hash].js' });
  await bundle.close();
}
