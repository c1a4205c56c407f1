import { describe, expect, it } from 'vitest';
import { fillRegions } from './regions.ts';

const page = (inner: string) => `# One\n\n<!-- begin words -->${inner}<!-- end words -->\n\nprose\n`;

describe('the regions of a page', () => {
  it('are generated again, and nothing else is changed', async () => {
    const fresh = await fillRegions('a.md', page('\nold\n'), { words: () => 'new' });
    expect(fresh).toBe(page('\n\nnew\n\n'));
    expect(await fillRegions('a.md', fresh, { words: () => 'new' })).toBe(fresh);
  });

  it('contain the text literally, including replacement patterns', async () => {
    expect(await fillRegions('a.md', page('\n'), { words: () => '$& $1' })).toContain('\n$& $1\n');
  });

  it('can list the contents of the finished page, including other regions', async () => {
    const contents = '<!-- begin contents -->\n<!-- end contents -->\n\n';
    const fresh = await fillRegions('a.md', contents + page('\n'), { words: () => '## Two\n\n### Three' });
    expect(fresh).toContain('- [Two](#two)\n\n<!-- end contents -->');
    expect(fresh).not.toContain('#three');
  });

  it('must be a known part', async () => {
    await expect(fillRegions('a.md', page('\n'), { other: () => '' })).rejects.toThrow(
      'a.md: there is no part words; it is one of other',
    );
  });
});
