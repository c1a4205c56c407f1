import { describe, expect, it } from 'vitest';
import { anchorOf, code, contentsOf, fence, headingsOf, plainText, table } from './markdown.ts';

describe('a table', () => {
  it('keeps its columns, whatever is in a cell', () => {
    const lines = table(
      ['a', 'b'],
      [
        ['x | y', 'one\ntwo'],
        ['`p|q`', ''],
      ],
    ).split('\n');
    expect(lines).toEqual(['| a      | b |', '| ------ | --- |', '| x \\| y | one two |', '| `p\\|q` |  |']);
  });
});

describe('Markdown', () => {
  it('has code for text with backticks too, and a longer fence for text with one', () => {
    expect([code('a'), code('a`b'), code('')]).toEqual(['`a`', '`` a`b ``', '(nothing)']);
    expect(fence('md', '```\nx\n```')).toBe('````md\n```\nx\n```\n````');
  });

  it('takes no sign of a text for more than itself', () => {
    expect(plainText('a <b> [c] *d* e_f')).toBe('a \\<b> \\[c\\] \\*d\\* e_f');
  });

  it('has the anchors that GitHub makes', () => {
    expect(anchorOf('POST /jobs/:id/step')).toBe('post-jobsidstep');
    expect(anchorOf('A day of webhooks, in `5` ms')).toBe('a-day-of-webhooks-in-5-ms');
    expect(anchorOf('See [the page](a.md)')).toBe('see-the-page');
    const page = '# A\n\n## B\n\n```sh\n# no heading\n```\n\n## B\n';
    expect(headingsOf(page).map(({ anchor }) => anchor)).toEqual(['a', 'b', 'b-1']);
    expect(contentsOf(`${page}### C\n`, 2)).toBe('- [B](#b)\n- [B](#b-1)');
  });
});
