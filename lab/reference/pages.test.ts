import { describe, expect, it } from 'vitest';
import { freshPage, keptPages, madePages, PARTS } from './pages.ts';
import { regionsIn } from './regions.ts';

const PAGES = keptPages();

describe('the pages of the reference', () => {
  it.each(PAGES)('$file says what the program says; npm run reference writes it again', async (page) => {
    expect(page.text).toBe(await freshPage(page));
  });

  it('have every part that can be written, each in one place', () => {
    const used = [...PAGES, ...madePages()]
      .flatMap(({ text }) => regionsIn(text))
      .filter((name) => !name.startsWith('contents'));
    expect(used.toSorted()).toEqual(Object.keys(PARTS).toSorted());
  });

  it('say at their top what is written by a program', () => {
    const silent = PAGES.filter(({ text }) => regionsIn(text).length > 0 && !text.startsWith('<!-- '));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });
});
