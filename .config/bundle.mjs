// Bundles the package into a folder: few files to load make a start fast. What is native stays a dependency, and what
// most users do without stays for those to install who want it. Nothing is minified: anyone who reads a stack trace, or steps
// into it, reads names and lines. That costs less than maps to sources that are not there.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { parse } from 'yaml';
import { bundleConsole } from './bundle-console.mjs';
import { licensesOf } from './licenses.mjs';

const ENTRIES = {
  index: 'emulator/index.ts',
  cli: 'emulator/bin.ts',
  fixtures: 'fixtures/index.ts',
  conformance: 'conformance/index.ts',
  'conformance-cli': 'conformance/bin.ts',
  'conformance-vitest': 'conformance/vitest.ts',
  vitest: 'emulator/vitest/index.ts',
  testcontainers: 'docker/testcontainers.ts',
  // The file of a thread, which nothing imports (emulator/adapters/images/picture-desk.ts).
  'picture-worker': 'emulator/adapters/images/picture-worker.ts',
};
const EXTERNAL = [/^node:/, 'sharp', 'vitest', 'testcontainers', /^@modelcontextprotocol\//];

/** What is always loaded together is one file: each costs a start about half a millisecond. */
const LOADED_TOGETHER = {
  emulator: 'emulator/create.ts',
  kit: 'conformance/certify.ts',
  // An emulator with another choice of a question needs it, and nothing else of the kit.
  deviator: 'emulator/deviations/deviator.ts',
};
/** What these need stays apart from it: they start without the rest. */
const STARTED_ALONE = [
  'emulator/cli.ts',
  'conformance/cli.ts',
  'fixtures/index.ts',
  'emulator/cli/remote.ts',
  'emulator/adapters/images/picture-worker.ts',
];

/**
 * With `keep`, what is there stays until it is replaced: chunks are named by their content, so others may go on using them.
 * `more` are entries beside those of the package.
 */
export async function bundleInto(dir, { keep = false, more = {} } = {}) {
  if (!keep) rmSync(dir, { recursive: true, force: true });
  const output = await bundle(
    { ...ENTRIES, ...more },
    {
      dir,
      chunkFileNames: 'chunks/[name]-[hash].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'loaded together', name: groupNamer() }],
      },
    },
  );
  const zod = await bundle({ zod: '\0zod' }, { dir: `${dir}/chunks`, format: 'cjs', entryFileNames: 'zod.cjs' });
  const page = await bundleConsole(`${dir}/console`);
  writeFileSync(
    `${dir}/licenses.txt`,
    licensesOf([...output, ...zod, ...page].flatMap(({ moduleIds = [] }) => moduleIds)),
  );
  for (const folder of ['faces', 'magic'])
    cpSync(`fixtures/${folder}`, `${dir}/fixtures/${folder}`, { recursive: true });
  await packSuite(dir);
}

async function bundle(input, options) {
  const made = await rolldown({
    input,
    platform: 'node',
    external: EXTERNAL,
    plugins: [undiciAgentAlone, mutantsAsData, zodWhenUsed],
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await made.write({
    format: 'esm',
    comments: { jsdoc: false },
    plugins: [builtinsDirectly, inAscii],
    ...options,
  });
  await made.close();
  return output;
}

/** Webhooks are posted through undici's Agent; the package as a whole brings a second `fetch` and a web socket with it. */
const undiciAgentAlone = {
  name: 'undici-agent-alone',
  resolveId: (id) => (id === 'undici' ? '\0undici-agent' : null),
  load: (id) => (id === '\0undici-agent' ? "export { default as Agent } from 'undici/lib/dispatcher/agent.js';" : null),
};

/**
 * Modules of Node are taken from `process`. An import would read all of their exports, and of `node:http` that loads a `fetch`
 * and a web socket, which takes longer than everything else at the start on Node 22 and 24.
 */
const builtinsDirectly = {
  name: 'builtins-directly',
  renderChunk: (code) =>
    code.replaceAll(/^import (?:\* as )?([\w$]+|\{[^}]*\}) from ("node:[\w/]+");$/gm, (_, names, module) => {
      return `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule(${module});`;
    }),
};

/** V8 keeps the source of a module in memory, and takes two bytes for each character of it where one is not Latin. */
const inAscii = {
  name: 'in-ascii',
  generateBundle: (_, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escaped(file.code);
  },
};

function escaped(code) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that is ASCII.
  return code.replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const LAZY_ZOD = resolve('shared/lazy-zod.ts');
/** Of zod, a file of its own has what shared/lazy-zod.ts calls, which loads it when the emulator needs the first schema. */
const zodWhenUsed = {
  name: 'zod-when-used',
  resolveId(id, importer) {
    if (id === '\0zod') return id;
    return id === 'zod' && importer !== '\0zod' ? LAZY_ZOD : null;
  },
  load(id) {
    if (id !== '\0zod') return null;
    const made = [...readFileSync(LAZY_ZOD, 'utf8').matchAll(/making\('(\w+)'\);/g)].map(([, name]) => name);
    return `export { ${made.join(', ')}, coerce, iso, lazy, toJSONSchema } from 'zod';`;
  },
  transform: (code, id) => (id === LAZY_ZOD ? code.replace("'zod'", "'./zod.cjs'") : null),
};

/** The rows of the mutants, parsed here: in the sources their file reads YAML. */
const mutantsAsData = {
  name: 'mutants-as-data',
  load: (id) =>
    id.replaceAll('\\', '/').endsWith('/emulator/deviations/rows/written-rows.ts') ? mutantsModule() : null,
};

function mutantsModule() {
  const files = readdirSync('scenarios/mutants').filter((file) => file.endsWith('.yaml'));
  const rows = files.map((file) => [file.slice(0, -5), parse(readFileSync(`scenarios/mutants/${file}`, 'utf8'))]);
  const json = JSON.stringify(Object.fromEntries(rows));
  return `export const WRITTEN_ROWS = JSON.parse(${JSON.stringify(json)});`;
}

function groupNamer() {
  let groups = null;
  return (id, graph) => {
    groups ??= {
      alone: STARTED_ALONE.map((entry) => reachOf([entry], graph)),
      together: Object.entries(LOADED_TOGETHER).map(([name, entry]) => [name, reachOf([entry], graph)]),
    };
    if (id.startsWith('\0rolldown')) return null;
    if (id.includes('/node_modules/zod/')) return 'zod';
    const needing = groups.alone.flatMap((reach, index) => (reach.has(id) ? [index] : []));
    const within = groups.together.flatMap(([name, reach]) => (reach.has(id) ? [name] : []));
    // What the same of all these need is one file as well.
    return needing.length === 0 ? (within[0] ?? null) : ['shared', ...needing, ...within].join('-');
  };
}

/** All that a start of these files loads: what they import, and what that imports, but not on demand. */
function reachOf(files, graph) {
  const seen = new Set();
  const waiting = files.map((file) => resolve(file));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/**
 * The suite is read once here, and not at every start: most of the time of a short run would go into YAML. It is there a
 * second time, as YAML to read, so it is kept small: unpacking it takes two milliseconds.
 */
async function packSuite(dir) {
  await bundle({ pack: 'conformance/suite/pack-suite.ts' }, { dir: `${dir}/pack` });
  const packed = execFileSync(process.execPath, [`${dir}/pack/pack.js`], { maxBuffer: 2 ** 28 });
  rmSync(`${dir}/pack`, { recursive: true, force: true });
  writeFileSync(`${dir}/suite.json.br`, brotliCompressSync(packed));
}
