import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writtenPages } from '../tidy/written-pages.ts';
import { headingsOf, withoutCode } from './markdown.ts';
import { freshPage, madePages } from './pages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The current text of the pages that are only in the package. */
const MADE = new Map(
  await Promise.all(
    madePages().map(async (page): Promise<[string, string]> => [relative(ROOT, page.path), await freshPage(page)]),
  ),
);
/** Leaves out the templates of pages, because their links are relative to the finished page. */
const KEPT = writtenPages().filter((file) => !file.startsWith('lab/reference/templates/') && !MADE.has(file));
const FILES = [...KEPT, ...MADE.keys()];

function textOf(file: string): string {
  return MADE.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
}

/** Links in Markdown to pages and pictures, except in code. */
function linksIn(text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

function problemWith(link: string, file: string): string | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : relative(ROOT, resolve(ROOT, dirname(file), path));
  if (!MADE.has(target) && !existsSync(join(ROOT, target))) return `${file}: ${link} leads nowhere`;
  if (anchor === undefined || !target.endsWith('.md')) return null;
  const anchors = headingsOf(textOf(target)).map((heading) => heading.anchor);
  return anchors.includes(anchor) ? null : `${file}: ${target} has no heading #${anchor}`;
}

describe('every page of the checkout and of the package', () => {
  it.each(FILES)('%s has links to existing pages and headings', (file) => {
    const links = linksIn(textOf(file));
    expect(links.map((link) => problemWith(link, file)).filter((problem) => problem !== null)).toEqual([]);
  });

  it('is checked: a wrong page is found, and so is a wrong heading', () => {
    expect(problemWith('nowhere.md', 'README.md')).toBe('README.md: nowhere.md leads nowhere');
    expect(problemWith('CONTRIBUTING.md#nowhere', 'README.md')).toBe(
      'README.md: CONTRIBUTING.md has no heading #nowhere',
    );
    expect(problemWith('docs/reference/tables/control-calls.md#nowhere', 'README.md')).toContain('has no heading');
    expect(problemWith('#try-it', 'README.md')).toBeNull();
    expect(linksIn('[a](b.md) `[c](d)` ![e](f.png)')).toEqual(['b.md', 'f.png']);
    expect(FILES).toEqual(expect.arrayContaining(['docs/reference/README.md', 'llms.txt']));
  });
});
