import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileFuzz, openFileFuzz } from './file-fuzz.ts';

describe('a changed file', () => {
  let fuzz: FileFuzz;
  beforeAll(async () => {
    fuzz = await openFileFuzz(20_260_101);
  });
  afterAll(() => fuzz.close());

  it('is accepted and works, or is refused with its place; nothing outside the directory is touched', async () => {
    const kinds = new Set<string>();
    for (let trial = 0; trial < 30; trial += 1) {
      const { kind, outcome, faults } = await fuzz.attempt(trial);
      kinds.add(`${kind}: ${outcome}`);
      expect(faults).toEqual([]);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['world file: taken', 'world file: refused 400']));
    expect([...kinds]).toEqual(expect.arrayContaining(['data directory: refused', 'data directory: started whole']));
  });
});
