import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unboundedSpreads } from './call-spreads.ts';
import { functionLengths } from './function-lengths.ts';
import { ASSEMBLY, CONFORMANCE_LAYERS, EMULATOR_LAYERS, type Layers } from './layers.ts';
import { SHORT_SPREADS } from './short-spreads.ts';

/** The house rules that a type checker cannot hold. Each failure names the file and the line. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TREES = ['emulator', 'conformance', 'console', 'docker', 'docs', 'fixtures', 'lab', 'shared'];
const [LINE_LIMIT, FUNCTION_LIMIT, FOLDER_LIMIT] = [300, 70, 24];

const MAY_IMPORT: Layers = { ...layersIn('emulator', EMULATOR_LAYERS), ...layersIn('conformance', CONFORMANCE_LAYERS) };
/** The command line of a tree, beside its `cli` folder. */
const COMMAND_LINE = ['bin.ts', 'cli.ts'];
/** All that one half takes of the other: a server to try the kit on. */
const CROSSINGS = ['conformance/run/self-test.ts imports emulator/index.ts'];
/** Pure layers use these of Node and nothing else of it: hashing, the matching of addresses, and comparing values. */
const PURE_LAYERS = ['emulator/domain', 'emulator/world'];
const PURE_NODE_IMPORTS: Record<string, readonly string[]> = {
  'node:crypto': ['createHmac', 'hash', 'timingSafeEqual'],
  'node:net': ['BlockList', 'isIP'],
  'node:util': ['isDeepStrictEqual'],
};
const AMBIENT =
  /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID|randomBytes|performance\.now\(|setTimeout\(|setInterval\(|setImmediate\(/;
const PRINTING = /\bconsole\.\w+\(|\bprocess\.std(?:out|err)\.write\(/;

type Source = { file: string; lines: string[]; text: string };

const sources: Source[] = TREES.flatMap(filesBelow)
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return { file, text, lines: text.split('\n') };
  });
const shipped = sources.filter(({ file }) => !file.endsWith('.test.ts') && !/\/(testing|spec)\/|^lab\//.test(file));
/** What a rule for all code holds of; what is shipped has more of them. */
const written = [...shipped, ...sources.filter(({ file }) => file.startsWith('lab/') && !file.endsWith('.test.ts'))];

describe('the layers', () => {
  it('import downwards only', () => {
    const wrong = shipped.flatMap(({ file, text }) => {
      const layer = layerOf(file);
      if (layer === '') return [];
      const allowed = MAY_IMPORT[layer] ?? [];
      return importsOf(file, text)
        .filter((target) => isAbove(layerOf(target), layer, allowed))
        .map((target) => `${file} imports ${target}`)
        .filter((crossing) => !CROSSINGS.includes(crossing));
    });
    expect(wrong).toEqual([]);
  });

  it('have no import cycles, by types or by values', () => {
    const graph = new Map(written.map(({ file, text }) => [file, importsOf(file, text)]));
    expect(cycles(graph)).toEqual([]);
  });

  it('keep the emulator and the conformance kit apart', () => {
    const crossing = shipped.flatMap(({ file, text }) => {
      const other = { emulator: 'conformance/', conformance: 'emulator/' }[file.split('/')[0] ?? ''];
      const targets = importsOf(file, text);
      return targets.filter((target) => other && target.startsWith(other)).map((target) => `${file} imports ${target}`);
    });
    expect(crossing.toSorted()).toEqual(CROSSINGS);
  });

  it('keep the console, which is a client like any other, apart from both but for words and types', () => {
    const mayBe =
      /^(?:console|shared)\/|^emulator\/(?:domain|control\/schemas)\/|^emulator\/\w+(?:\/\w+)?\/shapes\.ts$/;
    const wrong = shipped
      .filter(({ file }) => file.startsWith('console/'))
      .flatMap(({ file, text }) => importsOf(file, text).map((target) => ({ file, target })))
      .filter(({ target }) => !mayBe.test(target));
    expect(wrong).toEqual([]);
  });

  it('share what knows of neither of them', () => {
    const wrong = shipped
      .filter(({ file }) => file.startsWith('shared/'))
      .flatMap(({ file, text }) => importsOf(file, text).map((target) => ({ file, target })))
      .filter(({ target }) => !target.startsWith('shared/'));
    expect(wrong).toEqual([]);
  });

  it.each(['docs/', 'docker/', 'console/', 'lab/'])('know nothing of what stands above them in %s', (above) => {
    const wrong = shipped.filter(
      ({ file, text }) =>
        !file.startsWith(above) &&
        !file.startsWith('lab/') &&
        importsOf(file, text).some((target) => target.startsWith(above)),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('keep the lab out of the product and of its tests', () => {
    const wrong = sources
      .filter(({ file }) => !/^(?:lab|docs)\//.test(file))
      .filter(({ file, text }) => importsOf(file, text).some((target) => target.startsWith('lab/')));
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('are pure where they say so', () => {
    const wrong = shipped
      .filter(({ file }) => PURE_LAYERS.includes(layerOf(file)))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/^import (?:type )?(?:\{([^}]*)\}|\S+) from '((?:node:|hono|sharp|@hono)[^']*)'/gm)].flatMap(
          ([, names = '', from = '']) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter((name) => name !== '' && !PURE_NODE_IMPORTS[from]?.includes(name))
              .map((name) => `${file} imports ${name} from ${from}`),
        ),
      );
    expect(wrong).toEqual([]);
  });

  it('take time, chance and timers from outside', () => {
    const wrong = shipped
      .filter(({ file }) => file.startsWith('emulator/') && !file.startsWith('emulator/adapters/'))
      .flatMap(({ file, lines }) =>
        lines.flatMap((line, index) => (AMBIENT.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
      );
    expect(wrong).toEqual([]);
  });

  it('print in one file each, which spells out what a terminal would obey', () => {
    const printers = ['emulator/cli/print.ts', 'conformance/cli/print.ts'];
    // The script that curl.ts writes prints where it runs.
    const tools = /(?:pack-suite|curl\/curl)\.ts$/;
    const wrong = shipped
      .filter(({ file }) => /^(?:emulator|conformance)\//.test(file) && !printers.includes(file) && !tools.test(file))
      .flatMap(({ file, lines }) =>
        lines.flatMap((line, index) => (PRINTING.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
      );
    // An embedded emulator prints its own warnings, since there is no command line.
    expect(
      wrong.filter((place) => !/^emulator\/host\/given-config\.ts:\d+ console\.error\(visible\(/.test(place)),
    ).toEqual([]);
  });

  it('change the tables of a world so that it can be taken back', () => {
    const wrong = shipped
      .filter(({ file }) => file.startsWith('emulator/world/') && file !== 'emulator/world/deviations.ts')
      .flatMap(({ file, lines }) =>
        lines.flatMap((line, index) => (/\.(?:set|delete|clear)\(/.test(line) ? [`${file}:${index + 1}`] : [])),
      );
    expect(wrong).toEqual([]);
  });

  it('change a job in one file only', () => {
    const wrong = shipped.filter(
      ({ file, text }) =>
        file.startsWith('emulator/') &&
        file !== 'emulator/domain/transitions.ts' &&
        /\.\.\.job[^}]*\bstage: /.test(text),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });
});

describe('every file', () => {
  it('has a kebab-case name', () => {
    const wrong = TREES.flatMap(filesBelow).filter(
      (file) =>
        /\.tsx?$/.test(file) && !/^[a-z0-9-]+(\.property)?(\.test|\.config)?\.tsx?$/.test(file.split('/').at(-1) ?? ''),
    );
    expect(wrong).toEqual([]);
  });

  it(`has at most ${LINE_LIMIT} lines`, () => {
    const long = sources
      .filter(({ lines }) => lines.length > LINE_LIMIT)
      .map(({ file, lines }) => `${file} has ${lines.length}`);
    expect(long).toEqual([]);
  });

  it(`has no function of more than ${FUNCTION_LIMIT} lines`, () => {
    const long = written.flatMap(({ file, text }) =>
      functionLengths(text, languageOf(file))
        .filter(({ lines }) => lines > FUNCTION_LIMIT)
        .map(({ line, lines }) => `${file}:${line} has a function of ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  it('spreads no list into a call that can be longer than the call can take', () => {
    const spread = shipped
      .filter(({ text }) => /[(,]\s*\.\.\.|\.apply\(/.test(text))
      .flatMap(({ file, text }) =>
        unboundedSpreads(text, languageOf(file)).map(({ line, text: call }) => ({ file, line, call })),
      );
    const isShort = ({ file, call }: { file: string; call: string }) => SHORT_SPREADS[file] === call;
    expect(spread.filter((one) => !isShort(one))).toEqual([]);
    expect(
      spread
        .filter(isShort)
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(Object.keys(SHORT_SPREADS).toSorted());
  });

  it('exports through index.ts alone what it did not make', () => {
    const barrels = shipped.filter(({ file, text }) => /^export .* from '/m.test(text) && !file.endsWith('/index.ts'));
    expect(barrels.map(({ file }) => file)).toEqual([]);
  });

  it('leaves nothing for later, switches no test off and names no path of one machine', () => {
    const marks = [
      'TO' + 'DO',
      'FIX' + 'ME',
      'XX' + 'X',
      '\\b(?:it|describe|test)\\.(?:only|skip|todo)',
      "'/(?:root|home|work)/",
    ];
    const mark = new RegExp(marks.join('|'));
    const wrong = sources.flatMap(({ file, lines }) =>
      lines.flatMap((line, index) => (mark.test(line) ? [`${file}:${index + 1}`] : [])),
    );
    expect(wrong.filter((place) => !place.startsWith('lab/tidy/tidy.test.ts'))).toEqual([]);
  });
});

describe('every folder', () => {
  it(`has at most ${FOLDER_LIMIT} sources side by side`, () => {
    const folders = new Map<string, number>();
    for (const { file } of shipped) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
    expect([...folders].filter(([, count]) => count > FOLDER_LIMIT)).toEqual([]);
  });
});

describe('every folder at the top', () => {
  it('has a README', () => {
    const missing = readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && TREES.concat('scenarios').includes(entry.name))
      .filter(({ name }) => !readdirSync(join(ROOT, name)).includes('README.md'));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

function languageOf(file: string): 'ts' | 'tsx' {
  return file.endsWith('.tsx') ? 'tsx' : 'ts';
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/node_modules|\/generated$/.test(entry.parentPath))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
}

function layersIn(tree: string, layers: Layers): Layers {
  const inTree = (layer: string) => `${tree}/${layer}`;
  return Object.fromEntries(Object.entries(layers).map(([layer, below]) => [inTree(layer), below.map(inTree)]));
}

function isAbove(target: string, layer: string, allowed: readonly string[]): boolean {
  return target !== '' && target !== layer && !allowed.includes(target);
}

/** The layer of a file in a tree that has layers; '' for a file of another tree. */
function layerOf(file: string): string {
  const [tree = '', layer = '', ...rest] = file.split('/');
  if (tree !== 'emulator' && tree !== 'conformance') return '';
  if (rest.length > 0) return `${tree}/${layer}`;
  return `${tree}/${COMMAND_LINE.includes(layer) ? 'cli' : ASSEMBLY}`;
}

function importsOf(file: string, text: string): string[] {
  const imports = text.matchAll(/^(?:import|export)[^'\n]*(?:\n[^'\n]*)*? from '(\.[^']+)'/gm);
  return [...imports].map(([, path = '']) => relative(ROOT, resolve(ROOT, dirname(file), path)));
}

function cycles(graph: Map<string, string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
