import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { isSettable } from '../../../shared/questions/question.ts';
import { factsOf } from '../facts/facts.ts';
import type { Value } from '../facts/value.ts';
import { decisionsOf } from './decisions.ts';
import { movesOf } from './moves.ts';

const noted = (notes: Readonly<Record<string, Value>>) => factsOf(new Map(), new Map(Object.entries(notes)));
const MOVES = movesOf([
  { question: 'job_etag', choices: ['strong', 'weak'], facts: [{ place: 'a | tag', shows: ['strong', 'weak'] }] },
  { question: 'malformed_id', choices: [404, 400], facts: [{ place: 'b | status', shows: [404, 400] }] },
  { question: 'codes.malformed_id', choices: ['A', 'B'], facts: [{ place: 'b | code', shows: ['A', 'B'] }] },
]);

/** What is decided about one question if the server and the emulator show these facts. */
function decided(question: string, server: Record<string, Value>, twin: Record<string, Value>, chosen = {}) {
  const fit = { chosen: new Map(Object.entries(chosen)), seen: new Map(), twin: noted(twin) };
  const table = { questions: QUESTIONS, moves: MOVES, whyUnseen: () => 'it needs a clock' };
  return decisionsOf(noted(server), fit, table).find((one) => one.question === question);
}

it('A question that the emulator cannot set, or that no probe shows, is unseen with its reason', () => {
  const reasons = ['retry_wait_from', ...QUESTIONS.filter((one) => !isSettable(one)).map(({ name }) => name)].map(
    (name) => decided(name, {}, {}),
  );
  expect(reasons).toMatchObject([
    { kind: 'unseen', why: expect.stringMatching(/\w/) },
    { kind: 'unseen', why: expect.stringMatching(/^cannot be set: \w/) },
  ]);
});

describe('A question whose choice is the default', () => {
  it.each([
    ['is set where the server shows the default', 'job_etag', 'strong', 'strong', 'set', undefined],
    [
      'is foreign where the server shows what no choice does',
      'job_etag',
      'none',
      'strong',
      'foreign',
      /no choice shows/,
    ],
    [
      'is undecided if the emulator shows the same beside its other choices',
      'job_etag',
      'none',
      'none',
      'untold',
      /the same/,
    ],
  ] as const)('%s', (_, question, server, twin, kind, why) => {
    const one = decided(question, { 'a | tag': server }, { 'a | tag': twin });
    expect(one?.kind).toBe(kind);
    if (why !== undefined) expect(one).toMatchObject({ why: expect.stringMatching(why) });
  });

  it('is unseen if it only shows together with another choice, which is named', () => {
    const [server, twin] = [{ 'b | status': 404, 'b | code': 'C' }, {}];
    const why = 'shows only where malformed_id is 400';
    expect(decided('codes.malformed_id', server, twin)).toMatchObject({ kind: 'unseen', why });
    const beside = { malformed_id: 400 };
    expect(decided('codes.malformed_id', server, twin, beside)).toMatchObject({ kind: 'foreign' });
  });

  it('is unseen if nothing was asked, with what it needs', () => {
    expect(decided('job_etag', {}, {})).toMatchObject({ kind: 'unseen', why: 'it needs a clock' });
  });
});
