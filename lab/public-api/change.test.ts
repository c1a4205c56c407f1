import { describe, expect, it } from 'vitest';
import { changeOf, changeText } from './change.ts';
import { namedHashes } from './digest.ts';

const nameOf = (line: string) => line.split(':')[0] ?? '';
const recorded = namedHashes(['run: kept', 'run: old', 'run: forgotten', 'stop: yes'], nameOf);

const BROKEN = [
  { name: 'run', gone: 1, of: 3 },
  { name: 'stop', gone: 1, of: 1 },
];

describe('A change of the public API', () => {
  it('has the new lines, the removed lines that removed.txt allows, and the names of all other removed lines', () => {
    const current = ['run: kept', 'run: new', 'ready: new'];
    expect(changeOf({ recorded, current, removable: ['run: old', 'run: never there'], nameOf })).toEqual({
      added: ['run: new', 'ready: new'],
      removed: ['run: old'],
      broken: BROKEN,
    });
  });

  it('does not include a line of removed.txt that exists again', () => {
    const current = ['run: kept', 'run: old', 'run: forgotten', 'stop: yes'];
    expect(changeText('target', changeOf({ recorded, current, removable: ['run: old'], nameOf }))).toBe('');
  });

  it('is reported with what to do about it, removed lines first', () => {
    const text = changeText('target', { added: ['run: new'], removed: ['run: old'], broken: BROKEN });
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
