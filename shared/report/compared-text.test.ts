import { expect, it } from 'vitest';
import { comparedParts, valueText } from './compared-text.ts';

it.each<[Record<string, unknown>, string]>([
  [{ units: 2, spendable_units: 0, enforced: true }, 'units is 2 and spendable units is 0 and enforced is true'],
  [
    {
      fields: [
        { path: 'concerns[0]', problem: 'must be one of acne' },
        { path: 'a', problem: 'is missing' },
      ],
    },
    'concerns[0] must be one of acne and a is missing',
  ],
  [{ query: [['colour', 'red']] }, 'query is colour=red'],
  [{ filters: '[]' }, 'filters is none'],
  [{ filters: '[["status","queued"]]' }, 'filters is status=queued'],
  [
    { needed: 'hair.apply', granted: ['skin.analyze', 'makeup.apply'] },
    'needed is hair.apply and granted is skin.analyze, makeup.apply',
  ],
  [
    { declared: '', header: { mediaType: 'image/png', width: 64 } },
    'declared is empty and header is mediaType image/png, width 64',
  ],
  [{ purpose: 'result', job: null }, 'purpose is result and job is none'],
  [{ path: '[x' }, 'path is [x'],
])('says %j in words', (compared, text) => {
  expect(comparedParts(compared).join(' and ')).toBe(text);
});

it('says places in words where they are a value by themselves', () => {
  expect(valueText([{ path: 'a', problem: 'is missing' }])).toBe('a is missing');
});
