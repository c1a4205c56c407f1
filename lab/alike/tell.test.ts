import { describe, expect, it } from 'vitest';
import { likenessText, problemsIn, walkText } from './tell.ts';

const likeness = (question: string, is: 'same' | 'other') => ({ question, is, server: '1', twin: '2', why: 'unlike' });
const found = [
  likeness('upload_status', 'same'),
  likeness('makeup_revision', 'other'),
  likeness('codes.not_found', 'other'),
];
const walked = [
  { told: ['a=1', 'b=2'], quiet: ['c=3'], missing: ['d=4'], extra: [{ what: 'other', by: ['e=5', 'f=6'] }] },
];

describe('What is alike', () => {
  it('is a line a server, and a table of what is not, with the reason', () => {
    const text = likenessText([{ name: 'one', options: ['x=1'], found }]);
    expect(text).toContain('one: 1 of 3 questions that were seen are alike; 1 options');
    expect(text).toMatch(/\| `makeup_revision` \| 1 of 1 \| `1` \| `2` \| its revision is a number of its own/);
    expect(text).toContain('| `codes.not_found` | 1 of 1 | `1` | `2` | unlike |');
  });

  it('is what is known, else a problem', () => {
    expect(problemsIn([{ name: 'one', options: [], found }], walked)).toEqual([
      'one: codes.not_found is 1, and 2 of the emulator',
      'd=4 is not told',
      'other is told of e=5 with f=6',
    ]);
  });

  it('is counted where choices are walked', () => {
    expect(walkText(walked).split('\n')).toEqual([
      '2 choices are told by their question, and nothing else of them',
      '1 choices show nothing that a run observes, and nothing is told of them',
      'd=4: not told',
      'e=5 with f=6: other is told as well',
    ]);
  });
});
