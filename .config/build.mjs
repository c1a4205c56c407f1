// Builds dist/: the bundle and, without `--to-run`, its types, the OpenAPI document, and the JSON Schemas of the files
// that users write. The schemas of scenarios go to scenarios/schema.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleInto } from './bundle.mjs';
import { makePlain } from './plain-types.mjs';

const TYPES_CONFIG = '.config/tsconfig.types.json';

await bundleInto('dist');
if (!process.argv.includes('--to-run')) {
  writeTypes();
  writeSchemas();
}

function writeTypes() {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [tsc, '--project', TYPES_CONFIG], { stdio: 'inherit' });
  const { files } = JSON.parse(readFileSync(TYPES_CONFIG, 'utf8'));
  makePlain(
    'dist/types',
    files.map((file) => file.replace('../', '')),
  );
}

function writeSchemas() {
  const output = (...args) => execFileSync(process.execPath, args);
  writeFileSync('dist/emulator.schema.json', output('dist/cli.js', 'schema'));
  writeFileSync('dist/openapi.json', output('dist/cli.js', 'openapi'));
  mkdirSync('scenarios/schema', { recursive: true });
  for (const kind of ['scenario', 'set-up', 'every-answer', 'rules', 'suite', 'target'])
    writeFileSync(`scenarios/schema/${kind}.schema.json`, output('dist/conformance-cli.js', 'schema', kind));
}
