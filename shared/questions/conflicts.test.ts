import { describe, expect, it } from 'vitest';
import { conflictsAmong } from './conflicts.ts';
import type { Question } from './question.ts';

const question = (name: string, own: Partial<Question>): Question => ({
  name,
  section: '1',
  ask: 'what?',
  choices: { kind: 'integer', from: 0, to: null },
  default: 0,
  because: 'it is',
  moves: 'a thing',
  ...own,
});
const LEAST = question('least', { below: 'most' });
const MOST = question('most', {});
const MOOD = question('mood', {
  choices: ['calm', 'loud'],
  not_with: [{ choice: 'loud', other: 'most', is: [1, 2], because: 'there is no room' }],
});
const conflicts = (chosen: Record<string, unknown>) => conflictsAmong([LEAST, MOST, MOOD], (name) => chosen[name]);

describe('Conflicting choices', () => {
  it('are reported with the reason', () => {
    expect(conflicts({ least: 2, most: 1, mood: 'loud' })).toEqual([
      { name: 'least', problem: 'must be at most most, which is 1, not 2' },
      { name: 'mood', problem: 'loud makes no sense while most is 1: there is no room' },
    ]);
    expect(conflicts({ least: 1, most: 3, mood: 'loud' })).toEqual([]);
  });

  it('are not reported if nothing is chosen for the other question, or it has no limit', () => {
    expect(conflicts({ least: 2, mood: 'loud' })).toEqual([]);
    expect(conflicts({ least: 2, most: null })).toEqual([]);
  });
});
