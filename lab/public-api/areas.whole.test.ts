import { describe, expect, it } from 'vitest';
import { AREAS, linesOf, nameIn } from './areas.ts';
import { changeOf, changeText } from './change.ts';
import { readDigest, readRemoved } from './files.ts';

const NAMES = Object.keys(AREAS);
const [digest, removed] = [readDigest(), readRemoved()];

describe('the public API', () => {
  it.each(NAMES)('is recorded in the digest of %s; npm run public-api updates it', async (area) => {
    const change = changeOf({
      recorded: digest.get(area) ?? new Map(),
      current: await linesOf(area),
      removable: removed.get(area) ?? [],
      nameOf: nameIn(area),
    });
    expect(changeText(area, change)).toBe('');
  });

  it('has a digest for each area and for no other', () => {
    expect([...digest.keys()].sort()).toEqual(NAMES.toSorted());
  });

  it('has removed only lines that an area had', () => {
    expect([...removed.keys()].filter((area) => !NAMES.includes(area))).toEqual([]);
  });
});
