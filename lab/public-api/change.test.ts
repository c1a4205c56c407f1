import { describe, expect, it } from 'vitest';
import { changeOf, changeText } from './change.ts';
import { namedHashes } from './digest.ts';

const nameOf = (line: string) => line.split(':')[0] ?? '';
const recorded = namedHashes(['run: kept', 'run: old', 'run: forgotten', 'stop: yes'], nameOf);

describe('A change of what users call', () => {
  it('has the lines that are new, those that went as removed.txt says, and the names of all others that went', () => {
    const current = ['run: kept', 'run: new', 'ready: new'];
    expect(changeOf({ recorded, current, removable: ['run: old', 'run: never there'], nameOf })).toEqual({
      added: ['run: new', 'ready: new'],
      removed: ['run: old'],
      broken: [
        { name: 'run', gone: 1, of: 3 },
        { name: 'stop', gone: 1, of: 1 },
      ],
    });
  });

  it('is none of a line that removed.txt names and that is back', () => {
    const current = ['run: kept', 'run: old', 'run: forgotten', 'stop: yes'];
    expect(changeText('target', changeOf({ recorded, current, removable: ['run: old'], nameOf }))).toBe('');
  });

  it('is reported with its remedy, what is gone first', () => {
    const broken = [
      { name: 'run', gone: 1, of: 3 },
      { name: 'stop', gone: 1, of: 1 },
    ];
    const text = changeText('target', { added: ['run: new'], removed: ['run: old'], broken });
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^target: something .* is gone\. .*removed\.txt.* --write-text FOLDER /),
      '  - run (1 of 3 of its lines)',
      '  - stop (all of its lines)',
      expect.stringMatching(/^target: .*npm run public-api.*CHANGELOG\.md$/),
      '  - run: old',
      '  + run: new',
    ]);
  });

  it('is reported with at most 40 lines', () => {
    const added = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    expect(changeText('target', { added, removed: [], broken: [] })).toContain('… and 60 more');
  });
});
