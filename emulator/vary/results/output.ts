/** How runners of tests name a failing test in what they print. */
const PATTERNS: readonly RegExp[] = [
  // vitest
  /^\s*FAIL\s+(\S+\.\w+ > .+?)(?:\s+\d+ms)?$/gm,
  // Jest
  /^\s*● (?!Console)(.+ › .+|.+)$/gm,
  // node:test
  /^\s*✖ (?!failing tests:)(.+?) \(\d[\d.]*ms\)$/gm,
  // pytest
  /^FAILED (\S+::\S+)/gm,
  // unittest
  /^(?:FAIL|ERROR): (\w+ \([\w.]+\))/gm,
  // go test
  /^\s*--- FAIL: (\S+)/gm,
];
const COLORS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

/** The failing tests that a runner has printed; empty where it says none in a way that is known. */
export function failuresIn(output: string): string[] {
  const plain = output.replace(COLORS, '');
  for (const pattern of PATTERNS) {
    const names = [...plain.matchAll(pattern)].map(([, name = '']) => name.trim());
    if (names.length > 0) return [...new Set(names)];
  }
  return [];
}
