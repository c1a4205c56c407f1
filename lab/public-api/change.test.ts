import { describe, expect, it } from 'vitest';
import { changeOf, changeText } from './change.ts';
import { removableIn } from './record.ts';

describe('A change of what users call', () => {
  it('is an addition where lines came, and a breach where one went that nobody has named', () => {
    const change = changeOf(['kept', 'old', 'forgotten'], ['kept', 'new'], new Set(['old']));
    expect(change).toEqual({ added: ['new'], removed: ['old'], broken: ['forgotten'] });
  });

  it('is told with what to do about it, the breach first', () => {
    const text = changeText('target', { added: ['new'], removed: ['old'], broken: ['forgotten'] });
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^target: users call what is gone.*removed\.txt$/),
      '  - forgotten',
      expect.stringMatching(/^target: .*npm run public-api.*CHANGELOG\.md$/),
      '  - old',
      '  + new',
    ]);
  });

  it('is nothing to speak of where there is none', () => {
    expect(changeText('target', changeOf(['same'], ['same'], new Set()))).toBe('');
  });

  it('is not told line by line without end', () => {
    const added = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    expect(changeText('target', { added, removed: [], broken: [] })).toContain('… and 60 more');
  });
});

describe('removed.txt', () => {
  it('has lines below the name of their area; what begins with # says why', () => {
    const text = '# About\n\n## target\n# 0.2.0: renamed, read as before until 0.3.0\na\nb\n\n## types\nc\n';
    expect(removableIn(text)).toEqual(
      new Map([
        ['target', new Set(['a', 'b'])],
        ['types', new Set(['c'])],
      ]),
    );
  });
});
