import { describe, expect, it } from 'vitest';
import { choiceProblem, type Question, readChoice } from './question.ts';

const question = (name: string, own: Partial<Question>): Question => ({
  name,
  section: '1',
  ask: 'what?',
  choices: { kind: 'integer', from: 0, to: 10 },
  default: 0,
  because: 'it is',
  moves: 'a thing',
  ...own,
});
const QUESTIONS = [
  question('size', { tries: [3] }),
  question('mood', { choices: ['calm', 'loud', 400], default: 'calm' }),
  question('codes.gone', { choices: { kind: 'code', from: null, to: null }, default: 'GONE' }),
  question('codes.busy', { choices: { kind: 'code', from: null, to: null }, default: 'BUSY' }),
  question('life', { choices: { kind: 'duration', from: 60_000, to: 86_400_000 }, or_null: true, default: null }),
  question('span', { choices: { kind: 'pair', from: 0, to: 1 }, default: [0, 1] }),
  question('name', { set: false, why_not: 'another part names it' }),
];

describe('a choice on a command line', () => {
  it.each([
    ['size=3', 3],
    ['mood=loud', 'loud'],
    ['mood=400', 400],
    ['codes.gone=LOST', 'LOST'],
    ['life=1h', 3_600_000],
    ['life=60000', 60_000],
    ['life=null', null],
    ['span=[0,0.5]', [0, 0.5]],
  ])('%s is read', (text, choice) => {
    expect(readChoice(text, QUESTIONS)).toEqual({ name: text.slice(0, text.indexOf('=')), choice });
  });

  it.each([
    ['moood=loud', 'there is no open question moood; did you mean mood?'],
    ['gone=LOST', 'there is no open question gone; did you mean codes.gone?'],
    ['codes=LOST', 'there is no open question codes, but codes.gone, codes.busy'],
    ['size', 'size needs a choice: write size=3'],
    ['size=11', 'size must be an integer from 0 to 10, not 11'],
    ['size=many', 'size must be an integer from 0 to 10, not "many"'],
    ['mood=lout', 'mood must be one of calm, loud, 400, not "lout"; did you mean loud?'],
    ['codes.gone=lost', 'codes.gone must be a code in capitals, not "lost"'],
    ['life=1s', 'life must be a duration from 1m to 1d or null, not 1s'],
    ['life=soon', 'life must be a duration from 1m to 1d or null, not "soon"'],
    ['span=[1,0]', 'span must be two numbers, the lower one first, from 0 to 1, not [1,0]'],
    ['name=me', 'name cannot be set: another part names it'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => readChoice(text, QUESTIONS)).toThrow(new Error(message));
  });
});

describe('the problem with a choice', () => {
  it('is null if it is lawful', () => {
    expect(choiceProblem({ choices: ['calm', 400] }, 400)).toBeNull();
  });
});
