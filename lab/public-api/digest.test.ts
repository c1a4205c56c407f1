import { expect, it } from 'vitest';
import { digestText, hashOf, linesByArea, namedHashes, parseDigest } from './digest.ts';

it('A digest lists each name of an area on one line, and is read back unchanged', () => {
  const lines = ['run --only', 'run --json', 'stop'];
  const digest = new Map([
    ['command-lines', namedHashes(lines, (line) => line.split(' --')[0] ?? '')],
    ['types', new Map()],
  ]);
  const text = digestText(digest);
  const hashes = ['run --only', 'run --json'].map(hashOf).sort();
  expect(text).toBe(`## command-lines\nrun  ${hashes.join('')}\nstop  ${hashOf('stop')}\n\n## types\n`);
  expect(parseDigest(text)).toEqual(digest);
});

it('The lines of an area do not include empty lines and comments', () => {
  const text = '# About\n\n## target\n# 0.2.0: renamed, read as before until 0.3.0\na\nb\n\n## types\nc\n';
  expect(linesByArea(text)).toEqual(
    new Map([
      ['target', ['a', 'b']],
      ['types', ['c']],
    ]),
  );
});
