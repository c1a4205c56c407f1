import { afterEach, describe, expect, it } from 'vitest';
import { close, type Row, seenOf } from './testing/opened.ts';
import { SECTION_4 } from './third-fresh/section-4.ts';
import { SECTIONS_1_TO_3 } from './third-fresh/sections-1-to-3.ts';
import { SECTIONS_5_TO_9 } from './third-fresh/sections-5-to-9.ts';
import { THIRD_FRESH } from './third-fresh-breaches.ts';

afterEach(close);

const ROWS: Readonly<Record<keyof typeof THIRD_FRESH, Row>> = { ...SECTIONS_1_TO_3, ...SECTION_4, ...SECTIONS_5_TO_9 };

const NAMES = Object.keys(THIRD_FRESH) as (keyof typeof THIRD_FRESH)[];

describe('A breach of the third fresh set shows, and only where it is switched on:', () => {
  it.each(NAMES)('%s', async (name) => {
    const [, lawful, broken] = ROWS[name];
    expect(await seenOf(name, ROWS[name])).toEqual({ lawful, broken });
  });

  it('there are forty', () => {
    expect(NAMES).toHaveLength(40);
  });
});
