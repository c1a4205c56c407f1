import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../adapters/files/memory-files.ts';
import { readSegment, writeSegment } from './segment.ts';
import { FORMAT, MIGRATIONS, migrated, requireKnownFormat } from './versions.ts';

describe('a segment', () => {
  it('is read as it was written, in any number of pieces', async () => {
    const files = memoryFiles();
    const rows = Array.from({ length: 5_000 }, (_, index) => ['row', index, 'x'.repeat(index % 100)]);
    const segment = await writeSegment(files, 'one', rows);
    expect([...(await readSegment(files, segment))]).toEqual(rows);
  });

  it('contains the versions of the format and of the questions in its head', async () => {
    const files = memoryFiles();
    await writeSegment(files, 'one', []);
    const head = JSON.parse(Buffer.from((await files.read('one')) ?? []).toString());
    expect(head).toEqual({ format: FORMAT, questions: expect.stringMatching(/^.{12}$/) });
  });
});

describe('an older format', () => {
  const migrations = { 1: (row: unknown) => [[row, 'as of 2']], 2: (row: unknown) => (row === null ? [] : [row, row]) };

  it('is converted to the current one step by step', () => {
    expect([...migrated(['a'], 1, migrations, 3)]).toEqual([
      ['a', 'as of 2'],
      ['a', 'as of 2'],
    ]);
    expect([...migrated(['a', null], 2, migrations, 3)]).toEqual(['a', 'a']);
    expect([...migrated(['a'], 3, migrations, 3)]).toEqual(['a']);
  });

  it('has a migration for each step', () => {
    expect(Object.keys(MIGRATIONS).map(Number)).toEqual(Array.from({ length: FORMAT - 1 }, (_, index) => index + 1));
  });

  it.each<[unknown, RegExp]>([
    [FORMAT + 1, /newer tryon-kit/],
    [0, /no tryon-kit writes/],
    [0.5, /no tryon-kit writes/],
    ['x', /no tryon-kit writes/],
    [undefined, /no tryon-kit writes/],
  ])('is not %s', (format, says) => {
    expect(() => requireKnownFormat('The file', { format })).toThrow(says);
  });
});
