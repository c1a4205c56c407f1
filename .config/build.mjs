// Makes dist/: the bundle, its types, and the JSON Schema of the configuration.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleInto } from './bundle.mjs';

await bundleInto('dist');

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
execFileSync(process.execPath, [tsc, '--project', '.config/tsconfig.types.json'], { stdio: 'inherit' });

writeFileSync('dist/emulator.schema.json', execFileSync(process.execPath, ['dist/cli.js', 'schema']));
