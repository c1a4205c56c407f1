import { expect, it } from 'vitest';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { factsOf } from '../facts/facts.ts';
import type { Value } from '../facts/value.ts';
import type { Chosen } from './chosen.ts';
import { fitTo } from './fit.ts';
import { movesOf } from './moves.ts';

const noted = (notes: Readonly<Record<string, Value>>) => factsOf(new Map(), new Map(Object.entries(notes)));

const MOVES = movesOf([
  { question: 'job_etag', choices: ['strong', 'weak'], facts: [{ place: 'a | tag', shows: ['strong', 'weak'] }] },
  { question: 'upload_status', choices: [201, 200], facts: [{ place: 'b | status', shows: [201, 200] }] },
  {
    question: 'upload_location',
    choices: ['absent', 'present'],
    facts: [{ place: 'c | there', shows: [false, true] }],
  },
]);

it('A choice that makes other facts differ is left out, and all others are kept', async () => {
  const plays: Chosen[] = [];
  // The table does not know that a Location makes the other facts differ.
  const play = async (chosen: Chosen) => {
    plays.push(chosen);
    const isSpoilt = chosen.has('upload_location');
    return noted({
      'a | tag': isSpoilt ? 'none' : ((chosen.get('job_etag') ?? 'strong') as Value),
      'b | status': isSpoilt ? 0 : ((chosen.get('upload_status') ?? 201) as Value),
      'c | there': isSpoilt,
      'd | other': !isSpoilt,
      'e | another': !isSpoilt,
    });
  };
  const server = noted({
    'a | tag': 'weak',
    'b | status': 200,
    'c | there': true,
    'd | other': true,
    'e | another': true,
  });
  const fit = await fitTo(server, { questions: QUESTIONS, moves: MOVES, play, isOver: () => false });
  expect(Object.fromEntries(fit.chosen)).toEqual({ job_etag: 'weak', upload_status: 200 });
  expect([fit.before.differ.length, fit.after.differ.map(({ place }) => place)]).toEqual([3, ['c | there']]);
  expect(plays.length).toBeLessThan(8);
});

it('A choice that makes facts differ is undone even when the time is up', async () => {
  const facts = [
    { place: 'a | tag', shows: ['strong', 'weak'] },
    { place: 'b | tag', shows: [1, 2] },
    { place: 'e | other', shows: [true, false] },
  ];
  const moves = movesOf([
    { question: 'job_etag', choices: ['strong', 'weak'], facts },
    { question: 'upload_status', choices: [201, 200], facts: [{ place: 'f | status', shows: [201, 200] }] },
  ]);
  let plays = 0;
  const play = async (chosen: Chosen) => {
    plays += 1;
    const isWeak = chosen.has('job_etag');
    return noted({
      'a | tag': isWeak ? 'weak' : 'strong',
      'b | tag': isWeak ? 2 : 1,
      'e | other': !isWeak,
      'f | status': (chosen.get('upload_status') ?? 201) as Value,
    });
  };
  const server = noted({ 'a | tag': 'weak', 'b | tag': 2, 'e | other': true, 'f | status': 200 });
  const fit = await fitTo(server, { questions: QUESTIONS, moves, play, isOver: () => plays > 1 });
  expect(Object.fromEntries(fit.chosen)).toEqual({ upload_status: 200 });
});
