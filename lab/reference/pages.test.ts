import { describe, expect, it } from 'vitest';
import { freshPage, keptPages, madePages, PARTS } from './pages.ts';
import { regionsIn } from './regions.ts';

const PAGES = keptPages();

describe('the pages of the reference', () => {
  it.each(PAGES)('$file is up to date; otherwise run npm run reference', async (page) => {
    expect(page.text).toBe(await freshPage(page));
  });

  it('contain every part exactly once', () => {
    const used = [...PAGES, ...madePages()]
      .flatMap(({ text }) => regionsIn(text))
      .filter((name) => !name.startsWith('contents'));
    expect(used.toSorted()).toEqual(Object.keys(PARTS).toSorted());
  });

  it('say at the top what is generated', () => {
    const silent = PAGES.filter(({ text }) => regionsIn(text).length > 0 && !text.startsWith('<!-- '));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });
});
