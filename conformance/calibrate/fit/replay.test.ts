import { expect, it } from 'vitest';
import { movesOf } from './moves.ts';
import { partsFor } from './replay.ts';

const MOVES = movesOf([
  { question: 'retry_jitter', choices: [1, 2], facts: [{ place: 'retries | jitter', shows: ['later', 'earlier'] }] },
  {
    question: 'upload_status',
    choices: [201, 200],
    facts: [{ place: 'POST /v1/assets Asset | status', shows: [201, 200] }],
  },
]);

it.each<[string, string[] | null, string[] | undefined]>([
  ['all parts for all questions', null, undefined],
  ['the part that shows a question', ['retry_jitter'], ['retries']],
])('plays %s', (_, names, parts) => {
  expect(partsFor(names, MOVES)).toEqual(parts);
});

it('plays the basic parts for facts that all answers of a kind share', () => {
  expect(partsFor(['upload_status'], MOVES)).toEqual(expect.arrayContaining(['uploads', 'jobs']));
});
