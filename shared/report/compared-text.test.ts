import { expect, it } from 'vitest';
import { comparedParts, valueText } from './compared-text.ts';

const PLACES = [
  { path: 'concerns[0]', problem: 'must be one of acne' },
  { path: 'a', problem: 'is missing' },
];

it.each<[Record<string, unknown>, string]>([
  [{ units: 2, spendable_units: 0 }, 'the job costs 2 units and 0 can be spent'],
  [{ enforced: true }, 'credits are enforced'],
  [{ fields: PLACES }, 'concerns[0] must be one of acne and a is missing'],
  [{ query: [['colour', 'red']] }, 'the query was colour=red'],
  [{ filters: '[]' }, 'the filters of this request are none'],
  [{ filters: '[["status","queued"]]' }, 'the filters of this request are status=queued'],
  [{ needed: 'hair.apply' }, 'the operation needs hair.apply'],
  [{ granted: ['skin.analyze', 'makeup.apply'] }, 'the key has skin.analyze, makeup.apply'],
  [{ declared: '' }, 'the Content-Type is none'],
  [{ header: { mediaType: 'image/png', width: 64 } }, 'header is mediaType image/png, width 64'],
  [{ purpose: 'result', job: null }, 'purpose is result and job is none'],
  [{ path: '[x' }, 'path is [x'],
])('describes %j in words', (compared, text) => {
  expect(comparedParts(compared).join(' and ')).toBe(text);
});

it('describes places in words if they are values of their own', () => {
  expect(valueText([{ path: 'a', problem: 'is missing' }])).toBe('a is missing');
});
