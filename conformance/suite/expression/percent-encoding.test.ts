import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asParameter, asSegment } from './percent-encoding.ts';

describe('A segment of a path', () => {
  it.each(['job_1', 'asset_0b5c-4e', 'job_a.b~c', "job_!$&'()*+,;=:@"])(
    'is unchanged if it needs no encoding: %s',
    (id) => {
      expect(asSegment(id)).toBe(id);
    },
  );

  it.each([
    ['job_x/../../admin', 'job_x%2F..%2F..%2Fadmin'],
    ['job_?a=b#c', 'job_%3Fa=b%23c'],
    ['job_%2F', 'job_%252F'],
    ['job_\\ \t\r\n', 'job_%5C%20%09%0D%0A'],
    ['job_é', 'job_%C3%A9'],
    ['job_\ud800', 'job_%EF%BF%BD'],
  ])('%j is encoded as %s', (id, spelled) => {
    expect(asSegment(id)).toBe(spelled);
  });

  it('decodes to the original text, and stays a single segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeURIComponent(asSegment(text))).toBe(text);
        expect(asSegment(text)).not.toMatch(/[/?#\\\s]/);
      }),
    );
  });
});

it('a parameter of a query contains nothing that would end it early', () => {
  expect(asParameter('a&b=c d+\ud800')).toBe('a%26b%3Dc%20d%2B%EF%BF%BD');
});
