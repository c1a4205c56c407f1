import { describe, expect, it } from 'vitest';
import { anchorOf, specHeadings, specSentences } from './spec-sentences.ts';

const texts = (markdown: string) => specSentences(markdown).map(({ text }) => text);

describe('The statements of a specification', () => {
  it('are its sentences, each with its section and the line on which its paragraph begins', () => {
    const markdown =
      'Of all.\n\n## 2. Things\n\nOne is so. Another\nis not.\n\n### 2.1 Small things\n\nThey are small.\n';
    expect(specSentences(markdown).map(({ section, line, text }) => [section, line, text])).toEqual([
      ['', 1, 'Of all.'],
      ['2', 5, 'One is so.'],
      ['2', 5, 'Another is not.'],
      ['2.1', 10, 'They are small.'],
    ]);
  });

  it('are the rows of a table, without its header and the line below it', () => {
    expect(texts('| field | type |\n| --- | :--: |\n| id | string. Always |\n| at | datetime |\n')).toEqual([
      '| id | string. Always |',
      '| at | datetime |',
    ]);
  });

  it('are the items of a list, without their markers', () => {
    expect(texts('Rules:\n\n- one holds\n  on two lines\n* two holds; Three as well\n10. ten holds\n')).toEqual([
      'Rules:',
      'one holds on two lines',
      'two holds;',
      'Three as well',
      'ten holds',
    ]);
  });

  it('do not end at a period within a number, a name or a path', () => {
    expect(texts('Version 1.0.0 of `skin.analyze` costs 2.5 units e.g. for two.')).toHaveLength(1);
  });

  it('belong to the section of the last heading with a number', () => {
    expect(specSentences('## 3. States\n\n### Notes\n\nA note.\n').map(({ section }) => section)).toEqual(['3']);
  });

  it('have headings, each with its line', () => {
    expect(specHeadings('# All\n\nOne.\n\n## 1. First\nTwo.\n')).toEqual([
      { line: 1, text: 'All' },
      { line: 5, text: '1. First Two.' },
    ]);
  });

  it('keep their anchor when they are rewrapped or moved, and lose it when a word changes', () => {
    const [before] = specSentences('## 1. A\n\nA job is\naccepted.\n');
    const [after] = specSentences('## 2. B\n\nSome words.\n\n## 3. C\n\n- A job   is accepted.\n').slice(1);
    expect(after?.anchor).toBe(before?.anchor);
    expect(before?.anchor).toMatch(/^[0-9a-f]{8}$/);
    expect(anchorOf('A job is refused.')).not.toBe(before?.anchor);
  });
});
