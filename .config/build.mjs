// Bundles the package into dist/: few files to load make a start fast. What is big or native stays a dependency.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

const ENTRIES = { index: 'emulator/index.ts', cli: 'emulator/cli.ts' };
const EXTERNAL = [/^node:/, 'sharp', 'yaml'];

rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({ input: ENTRIES, platform: 'node', external: EXTERNAL });
await bundle.write({
  dir: 'dist',
  format: 'esm',
  minify: true,
  sourcemap: true,
  chunkFileNames: 'chunks/[name]-[hash].js',
});
await bundle.close();

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
execFileSync(process.execPath, [tsc, '--project', '.config/tsconfig.types.json'], { stdio: 'inherit' });
