import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { headingsOf, withoutCode } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SKIPPED = /node_modules|^dist|^\.|\/\./;

const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.md') && !SKIPPED.test(file),
);

/** Links of Markdown, to pages and to pictures; what stands in code is none. */
function linksIn(text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

function problemWith(link: string, file: string): string | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(ROOT, file) : resolve(ROOT, dirname(file), path);
  if (!existsSync(target)) return `${file}: ${link} leads nowhere`;
  if (anchor === undefined || statSync(target).isDirectory()) return null;
  const anchors = headingsOf(readFileSync(target, 'utf8')).map((heading) => heading.anchor);
  return anchors.includes(anchor) ? null : `${file}: ${relative(ROOT, target)} has no heading #${anchor}`;
}

describe('every page of the repository', () => {
  it.each(FILES)('%s leads nowhere in vain', (file) => {
    const links = linksIn(readFileSync(join(ROOT, file), 'utf8'));
    expect(links.map((link) => problemWith(link, file)).filter((problem) => problem !== null)).toEqual([]);
  });

  it('is looked at: a wrong link is found, and so is a wrong heading', () => {
    expect(problemWith('nowhere.md', 'README.md')).toBe('README.md: nowhere.md leads nowhere');
    expect(problemWith('CONTRIBUTING.md#nowhere', 'README.md')).toBe(
      'README.md: CONTRIBUTING.md has no heading #nowhere',
    );
    expect(problemWith('#run-it', 'README.md')).toBeNull();
    expect(linksIn('[a](b.md) `[c](d)` ![e](f.png)')).toEqual(['b.md', 'f.png']);
    expect(FILES).toContain('docs/reference/README.md');
  });
});
