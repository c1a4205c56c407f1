import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { stepsOf } from '../lab/browser-check/play-page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['../README.md', ...readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.md'))];
const SCRIPT = /\.[cm]?[jt]s$/;
/** Imports what a command of the page writes: the page checks the types itself. */
const OF_GENERATED = /from '\.\/api\.ts'/;

/** The globals of Jest, and an id as the plain string that JavaScript uses. */
const GLOBALS = `declare const test: any, expect: any, beforeEach: any, afterEach: any;
interface Crypto { randomUUID(): string }
`;
/** Problems of Node's types that plain JavaScript does not have. */
const OF_NODE = /'port' does not exist on type 'string \| AddressInfo'|Type 'Server<.*'Awaitable<void>'/;

/** In the checkout, so that the tools of the guides are found. */
mkdirSync(join(ROOT, '.test-dist'), { recursive: true });
const folder = mkdtempSync(join(ROOT, '.test-dist/snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function writeScripts(page: string): number {
  const scripts = stepsOf(readFileSync(new URL(page, import.meta.url), 'utf8')).flatMap((step) =>
    step.kind === 'file' && SCRIPT.test(step.name) && !OF_GENERATED.test(step.text) ? [step] : [],
  );
  for (const { name, text } of scripts) write(join(page.replace(/\W+/g, '-'), name), text);
  return scripts.length;
}

/** The sources of the package's entries. */
function sourcePaths(): Record<string, string[]> {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    name: string;
    exports: Record<string, string | { types: string }>;
  };
  const rows = Object.entries(exports).flatMap(([entry, to]): [string, string[]][] => {
    if (typeof to === 'string') return [];
    const source = to.types.replace('./dist/types/', '').replace('.d.ts', '.ts');
    return [[entry.replace('.', name), [join(ROOT, source)]]];
  });
  return Object.fromEntries(rows);
}

it('calls the package in agreement with its types, in every script of a guide', () => {
  const written = PAGES.reduce((count, page) => count + writeScripts(page), 0);
  expect(written).toBeGreaterThan(10);
  const compilerOptions = {
    ...{
      allowJs: true,
      checkJs: true,
      noEmit: true,
      strict: false,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    },
    ...{ target: 'es2023', lib: ['es2023', 'esnext.disposable', 'esnext.collection', 'dom'], types: ['node'] },
    ...{
      module: 'esnext',
      moduleResolution: 'bundler',
      resolveJsonModule: true,
      jsx: 'preserve',
      paths: sourcePaths(),
    },
  };
  write('globals.d.ts', GLOBALS);
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*'] }));
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout.split('\n').filter((line) => /^(?!\.\.)\S+\(\d+,\d+\)/.test(line) && !OF_NODE.test(line))).toEqual([]);
});
