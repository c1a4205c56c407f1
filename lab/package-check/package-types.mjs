// A TypeScript project of a user, which also checks the declarations of the package, with and without the optional
// peers.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Entries whose types are only useful with the peer. */
const OF_A_PEER = { './vitest': 'vitest', './testcontainers': 'testcontainers' };
const LANGUAGE = ['es2023', 'esnext.disposable'];
const MODULES = { nodenext: 'nodenext', bundler: 'esnext' };

const USE = `
const options: EmulatorOptions = { clock: 'frozen', readings: { upload_status: 200 }, accounts: [{ name: 'acme' }] };
const emulator: Emulator = await createEmulator(options);
const id: string = emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
// @ts-expect-error: a code that there is not. If types were lost on the way, this would be no mistake.
emulator.plans.add({ outcome: { status: 'failed', code: 'NOT_A_CODE' } });
// @ts-expect-error: a misspelt option
await createEmulator({ clok: 'frozen' });
const report: Report = await certify({ base_url: emulator.url, keys: { primary: emulator.keys.test ?? '' } }, { only: [id] });
const conclusion: Conclusion = report.conclusion;
// @ts-expect-error: a word, and no number
const code: number = report.conclusion;
export const used = [conclusion, code, fixtures.face('afro').bytes('image/webp').byteLength, describeConformance];
`;

/** Compiles a project for each way of resolving modules, and returns the output of the compiler. */
export async function compileUses(folder) {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const typed = Object.keys(exports).filter((entry) => exports[entry].types !== undefined);
  const alone = typed.filter((entry) => OF_A_PEER[entry] === undefined);
  const cases = Object.keys(MODULES).flatMap((resolution) => [
    { name: `${resolution}, no peers`, resolution, entries: alone, peers: [] },
    { name: `${resolution}, all peers`, resolution, entries: typed, peers: ['vitest', 'testcontainers'] },
  ]);
  const uses = cases.map(({ entries, ...one }) => ({ ...one, files: { 'use.ts': `${importsOf(entries)}${USE}` } }));
  const read = [LANGUAGE, [...LANGUAGE, 'dom']].map((lib) => {
    const name = `docs/control.md, with the libraries ${lib.join(', ')}`;
    return { name, resolution: 'nodenext', peers: ['vitest'], lib, files: snippetsOf('docs/control.md') };
  });
  return Promise.all([...uses, ...read].map((one, index) => compile(join(folder, `types-${index}`), one)));
}

/** The snippets of a page, which readers copy into their projects. */
function snippetsOf(page) {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
  return Object.fromEntries(blocks.map(([, code], index) => [`snippet-${index}.ts`, code]));
}

async function compile(folder, { name, resolution, files, peers, lib = [...LANGUAGE, 'dom'] }) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const peer of peers) symlinkSync(resolve('node_modules', peer), join(folder, 'node_modules', peer));
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const strict = { ...options(resolution, peers, lib), noUncheckedIndexedAccess: 'use.ts' in files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict }));
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const said = await promisify(execFile)(process.execPath, [tsc, '--project', folder, '--pretty', 'false']).then(
    () => '',
    (error) => error.stdout,
  );
  return { name, problem: said === '' ? null : said.trim() };
}

/** Checks declarations too, except those of peers, whose mistakes are not ours. */
function options(resolution, peers, lib) {
  return {
    target: 'es2022',
    lib,
    module: MODULES[resolution],
    moduleResolution: resolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: peers.length > 0,
    noEmit: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  };
}

function importsOf(entries) {
  const named = {
    '.': '{ createEmulator, type Emulator, type EmulatorOptions }',
    './fixtures': '{ fixtures }',
    './conformance': '{ certify, type Conclusion, type Report }',
    './conformance/vitest': '{ describeConformance }',
  };
  const lines = entries.map((entry, index) => {
    const name = `tryon-kit${entry.slice(1)}`;
    return named[entry] === undefined
      ? `import * as entry${index} from '${name}';\nexport const whole${index} = entry${index};`
      : `import ${named[entry]} from '${name}';`;
  });
  return `${lines.join('\n')}\n`;
}
