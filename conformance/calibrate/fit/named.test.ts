import { expect, it } from 'vitest';
import { factsOf } from '../facts/facts.ts';
import type { Value } from '../facts/value.ts';
import { movesOf } from './moves.ts';
import { questionsSeen } from './named.ts';

const MOVES = movesOf([
  { question: 'upload_status', choices: [201, 200], facts: [{ place: 'a | status', shows: [201, 200] }] },
  { question: 'job_etag', choices: ['strong', 'weak'], facts: [{ place: 'b | tag', shows: ['strong', 'weak'] }] },
]);

it('A question counts as seen if it shows in a place that both servers have', () => {
  const noted = (notes: Record<string, Value>) => factsOf(new Map(), new Map(Object.entries(notes)));
  const [one, other] = [noted({ 'a | status': 201, 'b | tag': 'weak' }), noted({ 'a | status': 200 })];
  expect(questionsSeen(one, one, MOVES)).toBe(2);
  expect([questionsSeen(one, other, MOVES), questionsSeen(other, one, MOVES)]).toEqual([1, 1]);
});
