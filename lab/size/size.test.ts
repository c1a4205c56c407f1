import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Budgets, problemsOf, raisedSince, smallFilesIn } from './budgets.ts';
import { filesIn } from './files.ts';
import { roomOf, sizesOf } from './rooms.ts';

const BUDGETS = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Budgets;
const files = filesIn(fileURLToPath(new URL('../..', import.meta.url)));

it('No room of the project is over its budget', () => {
  expect(problemsOf(sizesOf(files), smallFilesIn(files), BUDGETS)).toEqual([]);
});

it('What git ignores is not counted', () => {
  const paths = files.map(({ path }) => path);
  expect(paths).toContain('lab/size/size.test.ts');
  expect(paths.filter((path) => /(?:^|\/)(?:node_modules|dist|\.git)\/|^docs\/reference\/tables\//.test(path))).toEqual(
    [],
  );
});

it.each([
  ['emulator/index.ts', 'product'],
  ['emulator/index.test.ts', 'tests'],
  ['docs/ci.whole.test.ts', 'tests'],
  ['conformance/testing/server.ts', 'tests'],
  ['console/styles.css', 'console'],
  ['lab/strangers/servers/go/main.go', 'lab'],
  ['shared/questions/generated/table.ts', 'generated'],
  ['docs/reference/target.md', 'generated'],
  ['scenarios/jobs/etag.yaml', 'scenarios'],
  ['.config/build.mjs', 'examples, settings'],
  ['docs/time.md', null],
  ['package-lock.json', null],
])('%s is in the room %s', (path, room) => {
  expect(roomOf(path)).toBe(room);
});

describe('A budget', () => {
  const sizes = sizesOf([{ path: 'emulator/create.ts', text: '12345\n12345\n' }]);
  const budget = (lines: number, bytes: number, small = 0): Budgets => ({
    rooms: { product: { lines, goal: 0, ceiling: 0, bytes_per_line: bytes } },
    small_files: small,
  });

  it.each<[string, Budgets, string[], RegExp[]]>([
    ['holds', budget(2, 6), [], []],
    ['is exceeded by lines', budget(1, 6), [], [/^product has 2 lines, and may have 1$/]],
    ['is exceeded by dense lines', budget(2, 5.8), [], [/^product has 6\.0 bytes per line, and had 5\.8$/]],
    ['is exceeded by small files', budget(2, 6), ['a.ts'], [/^1 small files .* there may be 0: a\.ts$/]],
  ])('%s', (_, budgets, small, problems) => {
    expect(problemsOf(sizes, small, budgets)).toEqual(problems.map((one) => expect.stringMatching(one)));
  });

  it('may be lowered, and not raised', () => {
    expect(raisedSince(budget(2, 6, 1), budget(1, 6, 0))).toEqual([]);
    expect(raisedSince(budget(2, 6, 1), budget(3, 6, 2))).toHaveLength(2);
  });
});

it('A small file with one importer is found, unless it is a row of a table', () => {
  const one = { path: 'emulator/a/one.ts', text: '' };
  const row = { path: 'emulator/cli/commands/row.ts', text: '' };
  const user = {
    path: 'emulator/a/user.ts',
    text: "import { one } from './one.ts';\nimport { row } from '../cli/commands/row.ts';",
  };
  const other = { path: 'emulator/b/other.ts', text: "import { one } from '../a/one.ts';" };
  expect(smallFilesIn([one, row, user])).toEqual([one.path]);
  expect(smallFilesIn([one, row, user, other])).toEqual([]);
});
