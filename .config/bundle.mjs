// Bundles the package into a folder, because loading few files makes the start fast. Native packages remain
// dependencies, and packages that most users do not need remain optional. Nothing is minified, so that stack traces and
// debuggers show names and lines. That costs less than source maps for sources that are not in the package.
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
  // The file of a worker thread, which no module imports (emulator/adapters/images/picture-desk.ts).
  'picture-worker': 'emulator/adapters/images/picture-worker.ts',
};
const EXTERNAL = [/^node:/, 'sharp', 'vitest', 'testcontainers', /^@modelcontextprotocol\//];

/**
 * Modules that are always loaded together are one file, because each file costs about a millisecond at the start.
 */
const LOADED_TOGETHER = {
  emulator: 'emulator/create.ts',
  kit: 'conformance/certify.ts',
  // An emulator with a non-default choice of a question needs only this part of the kit.
  deviator: 'emulator/deviations/deviator.ts',
};
/** Modules that these need are in separate files, because these start without the rest. */
const STARTED_ALONE = [
  'emulator/cli.ts',
  'emulator/cli/start.ts',
  'conformance/cli.ts',
  'fixtures/index.ts',
  'emulator/cli/remote.ts',
  'emulator/adapters/images/picture-worker.ts',
];

/**
 * With `keep`, existing files stay. Chunks are named by their content, so other processes can continue to use theirs.
 * `more` are additional entries.
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
    plugins: [undiciAgentAlone, tablesAsJson, zodWhenUsed],
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

/** Webhooks are sent through undici's Agent. The whole package would load a second `fetch` and a web socket. */
const undiciAgentAlone = {
  name: 'undici-agent-alone',
  resolveId: (id) => (id === 'undici' ? '\0undici-agent' : null),
  load: (id) => (id === '\0undici-agent' ? "export { default as Agent } from 'undici/lib/dispatcher/agent.js';" : null),
};

/**
 * Gets modules of Node from `process`. An import would read all of their exports, and those of `node:http` load a
 * `fetch` and a web socket, which takes longer than the rest of the start on Node 22 and 24.
 */
const builtinsDirectly = {
  name: 'builtins-directly',
  renderChunk: (code) =>
    code.replaceAll(/^import (?:\* as )?([\w$]+|\{[^}]*\}) from ("node:[\w/]+");$/gm, (_, names, module) => {
      return `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule(${module});`;
    }),
};

/** V8 keeps the source of a module in memory, and uses two bytes per character if one of them is not Latin. */
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
/**
 * Puts the part of zod that shared/lazy-zod.ts calls into a separate file, which is loaded when the emulator needs the
 * first schema.
 */
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

/** Large tables are JSON, which V8 reads in a fraction of the time that it needs for a literal. */
const tablesAsJson = {
  name: 'tables-as-json',
  load(id) {
    const path = id.replaceAll('\\', '/');
    if (path.endsWith('/emulator/deviations/rows/written-rows.ts')) return jsonModule('WRITTEN_ROWS', mutants());
    if (path.endsWith('/shared/questions/generated/table.ts')) return jsonModule('QUESTIONS', questions(id));
    return null;
  },
};

/** In the sources, the file of the mutants reads YAML. */
function mutants() {
  const files = readdirSync('scenarios/mutants').filter((file) => file.endsWith('.yaml'));
  const rows = files.map((file) => [file.slice(0, -5), parse(readFileSync(`scenarios/mutants/${file}`, 'utf8'))]);
  return Object.fromEntries(rows);
}

/** The file of the questions has one line of JSON for each. */
function questions(file) {
  return readFileSync(file, 'utf8')
    .match(/^ {2}\{.*\}(?=,$)/gm)
    .map((row) => JSON.parse(row));
}

function jsonModule(name, value) {
  return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
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
    const within = groups.together.flatMap(([name, reach]) => (reach.has(id) ? [name] : []));
    const needing = groups.alone.flatMap((reach, index) => (reach.has(id) ? [index] : []));
    if (needing.length === 0) return within[0] ?? null;
    // Loading some code that a program does not need takes less time than loading one more file.
    if (needing.length > 1) return 'shared';
    // The deviator is loaded by an emulator, so what it shares with that is loaded already.
    return ['alone', ...needing, ...within.filter((name) => name !== 'deviator' || within[0] !== 'emulator')].join('-');
  };
}

/** Everything that is loaded when these files start, through static imports only. */
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
 * Parses the suite here and not at every start, because YAML would take most of the time of a short run. The package
 * also contains the YAML for readers, so this copy is compressed. Unpacking it takes two milliseconds.
 */
async function packSuite(dir) {
  await bundle({ pack: 'conformance/suite/pack-suite.ts' }, { dir: `${dir}/pack` });
  const packed = execFileSync(process.execPath, [`${dir}/pack/pack.js`], { maxBuffer: 2 ** 28 });
  rmSync(`${dir}/pack`, { recursive: true, force: true });
  writeFileSync(`${dir}/suite.json.br`, brotliCompressSync(packed));
}
