import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREAS, linesOf } from './areas.ts';
import { changeOf, changeText } from './change.ts';
import { recorded, removable } from './record.ts';

const NAMES = Object.keys(AREAS);
const mayGo = removable();

describe('what users call', () => {
  it.each(NAMES)('is written down in %s.txt; npm run public-api writes it anew', async (area) => {
    const change = changeOf(recorded(area), await linesOf(area), mayGo.get(area) ?? new Set());
    expect(changeText(area, change)).toBe('');
  });

  it('has a file for each area, and none for what is no area', () => {
    const files = readdirSync(new URL('../../docs/public-api', import.meta.url)).filter((name) =>
      name.endsWith('.txt'),
    );
    expect(files.sort()).toEqual([...NAMES, 'removed'].map((name) => `${name}.txt`).sort());
  });

  it('has removed only what an area has had', () => {
    expect([...mayGo.keys()].filter((area) => !NAMES.includes(area))).toEqual([]);
  });
});
