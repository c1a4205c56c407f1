import { expect, it } from 'vitest';
import { comparedParts, valueText } from './compared-text.ts';

it.each<[Record<string, unknown>, string]>([
  [
    { units: 2, spendable_units: 0, enforced: true },
    'the job costs 2 units and 0 can be spent and credits are enforced',
  ],
  [
    {
      fields: [
        { path: 'concerns[0]', problem: 'must be one of acne' },
        { path: 'a', problem: 'is missing' },
      ],
    },
    'concerns[0] must be one of acne and a is missing',
  ],
  [{ query: [['colour', 'red']] }, 'the query was colour=red'],
  [{ filters: '[]' }, 'the filters of this request are none'],
  [{ filters: '[["status","queued"]]' }, 'the filters of this request are status=queued'],
  [
    { needed: 'hair.apply', granted: ['skin.analyze', 'makeup.apply'] },
    'the operation needs hair.apply and the key has skin.analyze, makeup.apply',
  ],
  [
    { declared: '', header: { mediaType: 'image/png', width: 64 } },
    'the Content-Type is none and header is mediaType image/png, width 64',
  ],
  [{ purpose: 'result', job: null }, 'purpose is result and job is none'],
  [{ path: '[x' }, 'path is [x'],
])('says %j in words', (compared, text) => {
  expect(comparedParts(compared).join(' and ')).toBe(text);
});

it('says places in words where they are a value by themselves', () => {
  expect(valueText([{ path: 'a', problem: 'is missing' }])).toBe('a is missing');
});
