import { describe, expect, it } from 'vitest';
import { drawnTests, touchedTests } from './whole-tests.ts';

const TEXTS: Record<string, string> = {
  'docs/guides.whole.test.ts': "import { play } from '../emulator/testing/play.ts';",
  'emulator/cli/exec.whole.test.ts': "import { launch } from '../testing/launch.ts';",
  'fixtures/golden.whole.test.ts': '',
};
const TESTS = { paths: Object.keys(TEXTS), textOf: (path: string) => TEXTS[path] ?? '' };

describe('The slow tests that a change touches', () => {
  it.each<[changed: string, touched: string[]]>([
    ['emulator/testing/play.ts', ['docs/guides.whole.test.ts']],
    ['emulator/cli/exec.ts', ['emulator/cli/exec.whole.test.ts']],
    ['fixtures/golden.whole.test.ts', ['fixtures/golden.whole.test.ts']],
    ['README.md', []],
  ])('%s', (changed, touched) => {
    expect(touchedTests(TESTS, [changed])).toEqual(touched);
  });
});

describe('A quarter of the others', () => {
  const paths = Array.from({ length: 9 }, (_, index) => `${index}.whole.test.ts`);

  it('is drawn by the seed, so that each has its turn', () => {
    expect(drawnTests(paths, 'a')).toHaveLength(3);
    expect(drawnTests(paths, 'a')).toEqual(drawnTests(paths, 'a'));
    const seen = Array.from({ length: 40 }, (_, seed) => drawnTests(paths, `${seed}`)).flat();
    expect(new Set(seen)).toEqual(new Set(paths));
  });
});
