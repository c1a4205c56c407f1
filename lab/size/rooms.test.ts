import { expect, it } from 'vitest';
import { isOver, sizesOf, sizeTable } from './rooms.ts';

const FILES = {
  'emulator/index.ts': 80_000,
  'console/styles.css': 10,
  'emulator/index.test.ts': 7,
  'conformance/testing/server.ts': 5,
  'docs/ci.whole.test.ts': 1,
  'lab/fuzz/run.ts': 40,
  'shared/questions/generated/table.ts': 300,
  'docs/reference/target.md': 20,
  'docs/public-api/digest.txt': 3,
  'scenarios/schema/target.schema.json': 9,
  'scenarios/jobs/etag.yaml': 50,
  'docs/time.md': 1,
  'package-lock.json': 1,
  '.config/build.mjs': 1,
};
const sizes = sizesOf(Object.keys(FILES), (path) => FILES[path as keyof typeof FILES]);

it('Each file is counted in one room; documents, settings and lock files are not counted', () => {
  expect(Object.fromEntries(sizes.map(({ room, files, lines }) => [room, [files, lines]]))).toEqual({
    'generated text': [4, 332],
    tests: [3, 13],
    product: [2, 80_010],
    lab: [1, 40],
    'scenarios (YAML)': [1, 50],
  });
});

it('A room over its budget is marked with the excess lines', () => {
  expect(sizes.filter(isOver).map(({ room }) => room)).toEqual(['product']);
  expect(sizeTable(sizes).split('\n')).toContainEqual(
    expect.stringMatching(/^product +2 +80,010 +75,000 +5,010 over$/),
  );
  expect(sizeTable(sizes).split('\n')).toContainEqual(expect.stringMatching(/^scenarios \(YAML\) +1 +50 +–$/));
});
