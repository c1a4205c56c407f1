import { afterEach, describe, expect, it } from 'vitest';
import { SECTION_4 } from './second-fresh/section-4.ts';
import { SECTIONS_1_TO_3 } from './second-fresh/sections-1-to-3.ts';
import { SECTIONS_5_TO_9 } from './second-fresh/sections-5-to-9.ts';
import { SECOND_FRESH } from './second-fresh-breaches.ts';
import { close, type Row, seenOf } from './testing/opened.ts';

afterEach(close);

const ROWS: Readonly<Record<keyof typeof SECOND_FRESH, Row>> = { ...SECTIONS_1_TO_3, ...SECTION_4, ...SECTIONS_5_TO_9 };

const NAMES = Object.keys(SECOND_FRESH) as (keyof typeof SECOND_FRESH)[];

describe('A breach of the second fresh set shows, and only where it is switched on:', () => {
  it.each(NAMES)('%s', async (name) => {
    const [, lawful, broken] = ROWS[name];
    expect(await seenOf(name, ROWS[name])).toEqual({ lawful, broken });
  });

  it('there are sixty', () => {
    expect(NAMES).toHaveLength(60);
  });
});
