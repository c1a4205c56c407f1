// Makes dist/: the bundle, its types, the OpenAPI document, and the JSON Schemas of what people write. Those of scenarios are kept beside them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleInto } from './bundle.mjs';

await bundleInto('dist');

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
execFileSync(process.execPath, [tsc, '--project', '.config/tsconfig.types.json'], { stdio: 'inherit' });

const output = (...args) => execFileSync(process.execPath, args);
writeFileSync('dist/emulator.schema.json', output('dist/cli.js', 'schema'));
writeFileSync('dist/openapi.json', output('dist/cli.js', 'openapi'));
mkdirSync('scenarios/schema', { recursive: true });
for (const kind of ['scenario', 'set-up', 'rules', 'target'])
  writeFileSync(`scenarios/schema/${kind}.schema.json`, output('dist/conformance-cli.js', 'schema', kind));
