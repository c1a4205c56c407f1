import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { namesInSource, phrasesIn, phrasesInSource, phrasesInYaml } from './plain-words.ts';
import { writtenPages } from './written-pages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Generated pages, and the changelog, of which only the newest section is checked. */
const NOT_CHECKED = /^docs\/(?:reference\/tables\/|bench\.md)|^scenarios\/PROOF\.md|^CHANGELOG\.md/;

/** Generated sources, sources that quote the phrases, and the servers and clients of others. */
const NOT_CHECKED_SOURCES = /(?:^|\/)generated\/|^lab\/(?:tidy|other-make|strangers\/(?:servers|clients))\//;
const FOLDERS = ['emulator', 'conformance', 'shared', 'docker', 'console', 'fixtures', 'docs', 'lab', '.config'];

function tracked(...paths: string[]): string[] {
  return execFileSync('git', ['ls-files', ...paths], { cwd: ROOT, encoding: 'utf8' }).split('\n');
}

function sources(): string[] {
  return tracked(...FOLDERS).filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !NOT_CHECKED_SOURCES.test(file));
}

const pages = writtenPages().filter((page) => !NOT_CHECKED.test(page));

describe('plain English', () => {
  it.each(pages)('is the language of %s', (page) => {
    expect(phrasesIn(page, readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
  });

  it('is the language of the newest section of the changelog', () => {
    const [title = '', newest = ''] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
    expect(newest).toContain('## ');
    const lines = title.split('\n').length - 1;
    expect(phrasesIn('CHANGELOG.md', '\n'.repeat(lines) + newest)).toEqual([]);
  });

  it.each(FOLDERS)('is the language of comments, strings and names in %s', (folder) => {
    const files = sources().filter((file) => file.startsWith(`${folder}/`));
    const found = files.flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return [...phrasesInSource(file, source), ...namesInSource(file, source)];
    });
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(tracked('*.yaml', '*.yml').filter((file) => file !== ''))('is the language of %s', (file) => {
    expect(phrasesInYaml(file, readFileSync(join(ROOT, file), 'utf8'))).toEqual([]);
  });

  it('covers the main pages', () => {
    expect(pages).toEqual(
      expect.arrayContaining([
        'README.md',
        'CONTRIBUTING.md',
        'docs/time.md',
        'emulator/storage/README.md',
        'llms.txt',
      ]),
    );
  });

  it('reports a phrase with its line and the replacement', () => {
    expect(phrasesIn('page.md', 'Fine.\nNothing hangs\non the clock.')).toEqual([
      'page.md:2 “hangs on”: write “depends on”',
    ]);
  });

  it('reads comments and strings of a source, but not identifiers and single words', () => {
    const source =
      "import { tell } from './tell.ts';\n/** Nobody reads it. */\ntell('it is told', `it hangs on ${tell}`, 'nobody');";
    expect(phrasesInSource('a.ts', source)).toEqual([
      expect.stringContaining('a.ts:2 “Nobody”'),
      expect.stringContaining('a.ts:3 “is told”'),
      expect.stringContaining('a.ts:3 “hangs on”'),
    ]);
  });

  it('reads the words of names', () => {
    const source = 'const isTold = MOST_TOLD; // told\nconst threshold = retold(nobody.x);';
    expect(namesInSource('a.ts', source)).toEqual([
      expect.stringContaining('a.ts:1 “isTold”'),
      expect.stringContaining('a.ts:1 “MOST_TOLD”'),
      expect.stringContaining('a.ts:2 “nobody”'),
    ]);
  });

  it('reads texts and comments of YAML, but not names and expressions', () => {
    const text =
      '# nobody\nkey-told-anew: {about: "a whole number, it is told", if: "${tell}", covers: [who/tells.anew]}';
    expect(phrasesInYaml('a.yaml', text)).toEqual([
      expect.stringContaining('a.yaml:1 “nobody”'),
      expect.stringContaining('a.yaml:2 “is told”'),
      expect.stringContaining('a.yaml:2 “whole number”'),
    ]);
  });

  it('ignores the output of programs and names in backticks', () => {
    const text = '```text\nit is told\n```\nThe folder `tell/`.\n```sh\n# nobody\n```';
    expect(phrasesIn('page.md', text)).toEqual([expect.stringContaining('page.md:6 “nobody”')]);
  });
});
