import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { factsOf } from '../facts/facts.ts';
import { ABSENT, type Value } from '../facts/value.ts';
import { improvements } from './improvements.ts';
import { type MovedFact, movesOf } from './moves.ts';

const noted = (notes: Readonly<Record<string, Value>>) => factsOf(new Map(), new Map(Object.entries(notes)));

/** The improvements for one question, if the table has these facts for it. */
function found(
  { question, choices, facts }: { question: string; choices: unknown[]; facts: MovedFact[] },
  sides: { server: Readonly<Record<string, Value>>; twin: Readonly<Record<string, Value>> },
  chosen: ReadonlyMap<string, unknown> = new Map(),
) {
  const moves = movesOf([{ question, choices, facts }]);
  const found = improvements({
    server: noted(sides.server),
    twin: noted(sides.twin),
    chosen,
    questions: QUESTIONS,
    moves,
  });
  return found.map((one) => [one.question, one.choice]);
}

const TAG = {
  question: 'job_etag',
  choices: ['strong', 'weak'],
  facts: [{ place: 'a | tag', shows: ['strong', 'weak'] }],
};
const LENGTH = {
  question: 'stages.processing',
  choices: [2_000, 0, 150_000],
  facts: [{ place: 'jobs | took (ms)', shows: [4_000, 2_000, 152_000] }],
};
const RANGE = {
  question: 'opacity_range',
  choices: [
    [0, 1],
    [0, 100],
  ],
  facts: [{ place: 'forms | opacity', shows: ['[0,1]', '[0,100]'] }],
};

describe('The choices that make more facts alike', () => {
  it('are those whose effect in the table matches the server', () => {
    expect(found(TAG, { server: { 'a | tag': 'weak' }, twin: { 'a | tag': 'strong' } })).toEqual([
      ['job_etag', 'weak'],
    ]);
  });

  it('are none if the emulator already matches, no choice matches, or nothing was asked', () => {
    for (const server of [{ 'a | tag': 'strong' }, { 'a | tag': 'none' }, {}])
      expect(found(TAG, { server, twin: { 'a | tag': 'strong' } })).toEqual([]);
  });

  it('may be numbers that were never tried, read directly or as an offset from what the emulator shows', () => {
    const twin = { 'jobs | took (ms)': 4_000 };
    expect(found(LENGTH, { server: { 'jobs | took (ms)': 9_500 }, twin })).toEqual([['stages.processing', 7_500]]);
    const opacity = { server: { 'forms | opacity': '[0.1,1]' }, twin: { 'forms | opacity': '[0,1]' } };
    expect(found(RANGE, opacity)).toEqual([['opacity_range', [0.1, 1]]]);
  });

  it('never include a number that was not seen: if no limit was found, the end of the lawful range is used', () => {
    const side = (value: Value, other: Value) => ({ 'limits | longest side': value, 'limits | other': other });
    const table = {
      question: 'image_max_side',
      choices: [8_192, 500, 2_048],
      facts: [
        { place: 'limits | longest side', shows: [8_192, -1, 2_048] },
        { place: 'limits | other', shows: ['a', 'b', 'c'] },
      ],
    };
    const twin = side(8_192, 'a');
    expect(found(table, { server: side(3_000, 'c'), twin })).toEqual([['image_max_side', 3_000]]);
    expect(found(table, { server: side(8_192, 'c'), twin })).toEqual([]);
    const most = QUESTIONS.find(({ name }) => name === 'image_max_side')?.choices;
    expect(found(table, { server: side('more than 40000', 'c'), twin })).toEqual([
      ['image_max_side', (most as { to: number }).to],
    ]);
  });

  it('are not read from members of a list that the server does not have, since it may have another name', () => {
    const facts = [{ place: 'u | data[]', shows: ['object', ABSENT] }];
    const lag = { ...LENGTH, question: 'usage_lag', choices: [0, 60_000], facts };
    const twin = { 'u | data': 'list', 'u | data[]': 'object' };
    const server = { 'u | data': 'empty list', 'u | data[]': ABSENT };
    expect(found(lag, { server, twin })).toEqual([['usage_lag', 60_000]]);
    expect(found(lag, { server: { ...server, 'u | data': ABSENT }, twin })).toEqual([]);
  });

  it('are always lawful', () => {
    const days = {
      ...LENGTH,
      question: 'usage_days',
      choices: [30, 1],
      facts: [{ place: 'u | days', shows: [30, 1] }],
    };
    expect(found(days, { server: { 'u | days': 0 }, twin: { 'u | days': 30 } })).toEqual([]);
  });

  it('are undone if the server shows the default again', () => {
    const chosen = new Map([['job_etag', 'weak']]);
    const sides = { server: { 'a | tag': 'strong' }, twin: { 'a | tag': 'weak' } };
    expect(found(TAG, sides, chosen)).toEqual([['job_etag', 'strong']]);
  });
});
