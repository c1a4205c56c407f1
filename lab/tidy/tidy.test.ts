import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unboundedSpreads } from './call-spreads.ts';
import { ASSEMBLY, CONFORMANCE_LAYERS, EMULATOR_LAYERS, type Layers } from './layers.ts';
import { OWN_JSON } from './own-json.ts';
import { SHORT_SPREADS } from './short-spreads.ts';

/** The house rules that a type checker cannot check. Each failure names the file and the line. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TREES = ['emulator', 'conformance', 'console', 'docker', 'docs', 'fixtures', 'lab', 'shared'];
/** Servers and clients that others wrote, in their own style. */
const OF_STRANGERS = /^lab\/strangers\/(?:servers|clients)\//;
const [LINE_LIMIT, FOLDER_LIMIT] = [400, 40];

const MAY_IMPORT: Layers = { ...layersIn('emulator', EMULATOR_LAYERS), ...layersIn('conformance', CONFORMANCE_LAYERS) };
/** The command line of a tree, in addition to its `cli` folder. */
const COMMAND_LINE = ['bin.ts', 'cli.ts'];
/** The only import from one half to the other: a server to try the kit on. */
const CROSSINGS = ['conformance/run/self-test.ts imports emulator/index.ts'];
/** The only imports of pure layers from Node: hashing, address matching, and comparing values. */
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
  .filter((file) => /\.tsx?$/.test(file) && !OF_STRANGERS.test(file))
  .map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return { file, text, lines: text.split('\n') };
  });
const shipped = sources.filter(({ file }) => !file.endsWith('.test.ts') && !/\/(testing|spec)\/|^lab\//.test(file));
/** The files for rules about all code. Shipped code has further rules. */
const written = [...shipped, ...sources.filter(({ file }) => file.startsWith('lab/') && !file.endsWith('.test.ts'))];

/** The disallowed imports of files, as `file imports target`. */
function importsThat(isWrong: (file: string, target: string) => boolean, among = shipped): string[] {
  return among.flatMap(({ file, text }) =>
    importsOf(file, text)
      .filter((target) => isWrong(file, target))
      .map((target) => `${file} imports ${target}`),
  );
}

/** The matching lines of files, as `file:line text`. */
function linesThat(match: RegExp, isMeant: (file: string) => boolean, among = shipped): string[] {
  return among
    .filter(({ file }) => isMeant(file))
    .flatMap(({ file, lines }) =>
      lines.flatMap((line, index) => (match.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
}

describe('the layers', () => {
  it('import downwards only', () => {
    const wrong = importsThat((file, target) => {
      const layer = layerOf(file);
      return layer !== '' && isAbove(layerOf(target), layer, MAY_IMPORT[layer] ?? []);
    });
    expect(wrong.filter((crossing) => !CROSSINGS.includes(crossing))).toEqual([]);
  });

  it('have no import cycles, by types or by values', () => {
    const graph = new Map(written.map(({ file, text }) => [file, importsOf(file, text)]));
    expect(cycles(graph)).toEqual([]);
  });

  it('keep the emulator and the conformance kit apart', () => {
    const crossing = importsThat((file, target) => {
      const other = { emulator: 'conformance/', conformance: 'emulator/' }[file.split('/')[0] ?? ''];
      return other !== undefined && target.startsWith(other);
    });
    expect(crossing.toSorted()).toEqual(CROSSINGS);
  });

  it('keep the console, which is a client like any other, apart from both, except for words and types', () => {
    const mayBe =
      /^(?:console|shared)\/|^emulator\/(?:domain|control\/schemas)\/|^emulator\/\w+(?:\/\w+)?\/shapes\.ts$/;
    expect(importsThat((file, target) => file.startsWith('console/') && !mayBe.test(target))).toEqual([]);
  });

  it('share code that knows neither of them', () => {
    expect(importsThat((file, target) => file.startsWith('shared/') && !target.startsWith('shared/'))).toEqual([]);
  });

  it.each(['docs/', 'docker/', 'console/', 'lab/'])('know nothing of the layers above them in %s', (above) => {
    const isBelow = (file: string) => !file.startsWith(above) && !file.startsWith('lab/');
    expect(importsThat((file, target) => isBelow(file) && target.startsWith(above))).toEqual([]);
  });

  it('do not import the lab into the product or its tests', () => {
    const isOutside = (file: string) => !/^(?:lab|docs)\//.test(file);
    expect(importsThat((file, target) => isOutside(file) && target.startsWith('lab/'), sources)).toEqual([]);
  });

  it('are pure where they should be', () => {
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

  it('use time, randomness and timers only from the adapters', () => {
    const isMeant = (file: string) => file.startsWith('emulator/') && !file.startsWith('emulator/adapters/');
    expect(linesThat(AMBIENT, isMeant)).toEqual([]);
  });

  it('print in one file each, which escapes control characters', () => {
    // The script that curl.ts writes prints when it runs.
    const mayPrint = /^(?:emulator|conformance)\/cli\/print\.ts$|(?:pack-suite|curl\/curl)\.ts$/;
    const wrong = linesThat(PRINTING, (file) => /^(?:emulator|conformance)\//.test(file) && !mayPrint.test(file));
    // An embedded emulator prints its own warnings, because it has no command line.
    const isWarning = (place: string) => /^emulator\/host\/given-config\.ts:\d+ console\.error\(visible\(/.test(place);
    expect(wrong.filter((place) => !isWarning(place))).toEqual([]);
  });

  it('change the tables of a world only in ways that can be rolled back', () => {
    const isMeant = (file: string) => file.startsWith('emulator/world/') && file !== 'emulator/world/deviations.ts';
    expect(linesThat(/\.(?:set|delete|clear)\(/, isMeant)).toEqual([]);
  });

  it('change a job in one file only', () => {
    const changing = shipped.filter(
      ({ file, text }) => file.startsWith('emulator/') && /\.\.\.job[^}]*\bstage: /.test(text),
    );
    expect(changing.map(({ file }) => file)).toEqual(['emulator/domain/transitions.ts']);
  });
});

describe('every file', () => {
  it('has a kebab-case name', () => {
    const wrong = TREES.flatMap(filesBelow).filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/^[a-z0-9-]+(\.property)?(\.whole)?(\.test|\.config)?\.tsx?$/.test(file.split('/').at(-1) ?? ''),
    );
    expect(wrong).toEqual([]);
  });

  it(`has at most ${LINE_LIMIT} lines`, () => {
    const long = sources
      .filter(({ lines }) => lines.length > LINE_LIMIT)
      .map(({ file, lines }) => `${file} has ${lines.length}`);
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

  it('reads YAML and JSON that others may have written only with the reader of each, which limits them', () => {
    const reading = (match: RegExp) => shipped.filter(({ text }) => match.test(text)).map(({ file }) => file);
    expect(reading(/import\('yaml'\)|^import (?!\{ stringify \} )[^']*from 'yaml'/m)).toEqual([
      'shared/yaml/read-yaml.ts',
    ]);
    // A value that is written and read again is a copy of it.
    expect(reading(/JSON\.parse\((?!(?:\w+\()?JSON\.stringify\()/).toSorted()).toEqual(OWN_JSON.toSorted());
  });

  it('exports only through index.ts what another file made', () => {
    const barrels = shipped.filter(({ file, text }) => /^export .* from '/m.test(text) && !file.endsWith('/index.ts'));
    expect(barrels.map(({ file }) => file)).toEqual([]);
  });

  it('has no to-dos, no disabled tests and no paths of one machine', () => {
    const marks = [
      'TO' + 'DO',
      'FIX' + 'ME',
      'XX' + 'X',
      '\\b(?:it|describe|test)\\.(?:only|skip|todo)',
      "'/(?:root|home|work)/",
    ];
    const isMeant = (file: string) => file !== 'lab/tidy/tidy.test.ts';
    expect(linesThat(new RegExp(marks.join('|')), isMeant, sources)).toEqual([]);
  });
});

describe('every folder', () => {
  it(`has at most ${FOLDER_LIMIT} sources side by side`, () => {
    const folders = new Map<string, number>();
    for (const { file } of shipped) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
    expect([...folders].filter(([, count]) => count > FOLDER_LIMIT)).toEqual([]);
  });

  it('at the top has a README', () => {
    const missing = TREES.concat('scenarios').filter((name) => !existsSync(join(ROOT, name, 'README.md')));
    expect(missing).toEqual([]);
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

/** The layer of a file in a tree with layers; '' for other files. */
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
